import { expect, test } from '@playwright/test'
import { logIn, typeLogin } from './people.ts'

test('an organiser lands on what waits, and the menu names every place', { tag: '@phone' }, async ({
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
  await expect(page).toHaveURL(/\/ru_season_5\/support\/inbox$/)
  if (isMobile) await page.getByRole('button', { name: 'Открыть меню' }).click()
  else await page.getByRole('button', { name: /: меню$/ }).click()
  const menu = isMobile ? page.locator('#mobile-menu') : page.getByRole('menu')
  const names = [
    ...['Управление', 'Рабочий стол', 'Управление конкурсом', 'Участники', 'Отбор', 'Сообщения', 'Отчёты', 'Права'],
    ...['Обращения', 'Статьи помощи', 'Поддержка'],
  ]
  for (const name of names) await expect(menu.getByText(name, { exact: true })).toBeAttached()
})

test('a participant finds every place of the competition behind the own name', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5')
  await page.getByRole('button', { name: /: меню$/ }).click()
  const menu = page.getByRole('menu')
  for (const name of ['Мой конкурс', 'Очные мероприятия', 'Пригласить друга', 'Помощь', 'Поддержка'])
    await expect(menu.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Этапы' }).click()
  await expect(page).toHaveURL('/ru_season_5/business')
})

test('whoever does not take part reads of no progress, only how long a track is and whether one may enter', async ({
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
