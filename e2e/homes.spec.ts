import { expect, test } from '@playwright/test'
import { logIn, typeLogin } from './people.ts'
import { expectSound } from './sound.ts'

test('an organiser lands on the waiting work, and the menu has every place', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/ru_season_5/login')
  await typeLogin(page, 'admin@demo.test')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Управление' })).toBeVisible()
  const season = page
    .getByRole('list', { name: 'Ваши конкурсы' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name: 'Лидеры страны. Пятый сезон' }),
    })
  await expect(season.first()).toContainText(/(Откроется|Закроется) «.+»: \d+ [а-я]+ в \d\d:\d\d, через/)
  await season.first().getByRole('link', { name: 'Ждут ответа' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Входящие обращения' })).toBeFocused()
  await expect(page).toHaveURL('/admin/ru_season_5/support')
  if (isMobile) await page.getByRole('button', { name: 'Открыть меню' }).click()
  else await page.getByRole('button', { name: /: меню$/ }).click()
  const menu = isMobile ? page.locator('#mobile-menu') : page.getByRole('menu')
  const names = [
    ...['Управление', 'Рабочий стол', 'Управление конкурсом', 'Участники', 'Отбор', 'Сообщения', 'Отчёты', 'Права'],
    ...['Обращения', 'Статьи помощи', 'Поддержка'],
  ]
  for (const name of names) await expect(menu.getByText(name, { exact: true })).toBeAttached()
})

test('a participant finds every place of the competition in the menu under their own name', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5')
  await page.getByRole('button', { name: /: меню$/ }).click()
  const menu = page.getByRole('menu')
  for (const name of ['Мой конкурс', 'Очные мероприятия', 'Пригласить друга', 'Помощь', 'Поддержка'])
    await expect(menu.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Этапы' }).click()
  await expect(page).toHaveURL('/ru_season_5/business')
})

test('a person who does not take part sees no progress, only the length of each track and whether registration is open', async ({
  page,
}) => {
  await logIn(page, 'editor@demo.test')
  await page.goto('/ru_season_5')
  const tracks = page.getByRole('list', { name: 'Треки' })
  await expect(tracks.getByRole('listitem').first()).toContainText(/\d+ этап(а|ов)?\. Регистрация открыта до/)
  await expect(page.getByRole('main').getByText(/Пройдено этапов|Ближайший срок/)).toHaveCount(0)
})

test('a person with two roles chooses where to begin, and the next login begins there', async ({ page, browser }) => {
  await logIn(page, 'mentor02@demo.test')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'С чего начнём?' })).toBeVisible()
  await page.getByRole('button', { name: 'Мои участники' }).click()
  await expect(page).toHaveURL(/\/mentor$/)
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/ru_season_5/login')
  await typeLogin(elsewhere, 'mentor02@demo.test')
  await expect(elsewhere).toHaveURL(/\/mentor$/)
  await elsewhere.close()
})

test('an assessor lands on the desk', async ({ page }) => {
  await page.goto('/ru_season_5/login')
  await typeLogin(page, 'assessor@demo.test')
  await expect(page).toHaveURL(/\/desk$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Рабочий стол' })).toBeVisible()
})

test('every section of the console keeps its column; outside the console the pages have no column', async ({
  page,
  browser,
}) => {
  const column = page.getByRole('navigation', { name: 'Разделы управления' })
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5')
  for (const [name, address] of [
    ['Обращения', 'support'],
    ['Проверка', 'checks'],
    ['Статьи помощи', 'help'],
  ] as const) {
    const entry = column.getByRole('link', { name: new RegExp(`^${name}`) })
    await entry.click()
    await expect(page).toHaveURL(`/admin/ru_season_5/${address}`)
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expectSound(page)
  }
  // Pages below a section keep the column too, and the way back leads into the console.
  await page.getByRole('main').getByRole('link', { name: 'Как устроен конкурс' }).first().click()
  await expect(page).toHaveURL(/\/admin\/ru_season_5\/help\/.+/)
  await expect(column.getByRole('link', { name: /^Статьи помощи/ })).toHaveAttribute('aria-current', 'true')
  await column.getByRole('link', { name: /^Проверка/ }).click()
  await page.getByRole('list', { name: 'Очереди' }).getByRole('link', { name: 'Анкета участника' }).click()
  await expect(page).toHaveURL(/\/admin\/ru_season_5\/checks\/stages\/\d+$/)
  await page.getByRole('main').getByRole('link', { name: 'Проверка', exact: true }).last().click()
  await expect(page).toHaveURL('/admin/ru_season_5/checks')

  // On a tablet the sections are folded above every page.
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(column).toHaveCount(0)
  await page.getByText('Разделы: Проверка').click()
  await expectSound(page, 'tablet')
  await page.getByRole('navigation', { name: 'Все разделы' }).getByRole('link', { name: 'Повторы' }).press('Enter')
  await expect(page).toHaveURL('/admin/ru_season_5/duplicates')
  await expect(page.getByRole('navigation', { name: 'Все разделы' })).toBeHidden()

  const other = await (await browser.newContext()).newPage()
  for (const [who, address, title] of [
    ['editor@demo.test', '/ru_season_5/faq', 'Помощь'],
    ['assessor@demo.test', '/desk', 'Рабочий стол'],
  ] as const) {
    await logIn(other, who)
    await other.goto(address)
    await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Разделы управления' })).toHaveCount(0)
  }
})
