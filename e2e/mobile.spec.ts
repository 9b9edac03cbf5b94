import { expect, type Locator, test } from '@playwright/test'
import { changeStart } from './change-start.ts'
import { logIn } from './people.ts'
import { expectFit } from './sound.ts'

test('LY-07 LY-09 LY-10 a phone’s menu has the person, the links and the page’s own menu, and fits 360×640', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await logIn(page, 'finalist@demo.test')
  const long = 'Константинопольская-Александрийская Анастасия-Виктория Владиславовна'
  await changeStart(page, { profile: { fio: long } })
  await page.goto('/ru_season_5/business/stages/form/questionnaire')
  // The first visit shows the instructions once.
  await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Анкета участника', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.locator('#mobile-menu')
  await expect(menu.getByTitle(long)).toHaveText(`${[...long].slice(0, 47).join('')}…`)
  await expect(menu.getByText(/^ID\s\d+$/)).toBeVisible()
  const stages = menu.getByRole('navigation', { name: 'Этапы' })
  await expect(stages.getByRole('link', { name: 'Анкета участника' })).toHaveAttribute('aria-current', 'page')
  await expect(stages.getByText('Эссе', { exact: false })).toBeAttached()
  for (const name of [
    'Профиль',
    'Очные мероприятия',
    'Пригласить друга',
    'Поддержка',
    'Настройки отображения',
    'Выход',
  ])
    await menu.getByText(name, { exact: true }).scrollIntoViewIfNeeded()
  await expect(menu.getByRole('button', { name: 'Выход' })).toBeInViewport()
  await expectFit(page, 'the page under its menu')
  // Opening another page closes the menu, even a page of the same kind.
  await stages.getByRole('link', { name: 'Правила конкурса' }).click()
  await expect(page).toHaveURL(/\/rules\/rules/)
  await expect(menu).toBeHidden()
})

test('GD-13 on the way from one stage to the next the address keeps the code of the stage left', {
  tag: '@phone-only',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  const manual = page.getByRole('link', { name: 'Перейти к этапу' })
  for (const [stage, shown] of [
    ['rules/rules', page.getByRole('navigation', { name: 'Содержание правил' })],
    ['form/questionnaire', page.getByRole('heading', { name: 'Анкета сдана' })],
  ] as const) {
    await page.goto(`/ru_season_5/business/stages/${stage}`)
    // The first visit shows the instructions once. The title alone is no sign: the server draws it before the stage
    // loads.
    await expect(manual.or(shown).first()).toBeVisible()
    if (await manual.isVisible()) await manual.click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Анкета участника', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const stages = page.locator('#mobile-menu').getByRole('navigation', { name: 'Этапы' })
  await stages.getByRole('link', { name: 'Правила конкурса' }).click()
  await expect(page).toHaveURL(/\/stages\/rules\/rules#questionnaire$/)
  // Back is the same step of the history as before, so its address stays.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Анкета участника', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/stages\/form\/questionnaire$/)
})

test('LY-10 the browser’s back button closes a phone’s menu, also when a tap does not move the focus', {
  tag: '@phone-only',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/support')
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.locator('#mobile-menu')
  await menu.getByRole('link', { name: 'Профиль' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  await expect(menu).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.goBack()
  await expect(page).toHaveURL(/\/support$/)
  await expect(menu).toBeHidden()
})

test('a menu opened while the next page is still loading stays open when the page arrives', {
  tag: '@phone-only',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/support')
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.locator('#mobile-menu')
  const link = menu.getByRole('link', { name: 'Профиль' })
  await expect(link).toBeVisible()
  const answer = Promise.withResolvers<void>()
  await page.route(/\/assets\/.+\.js$|\/api\/v3\/user\/profile/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await link.click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  await expect(menu).toBeVisible()
  answer.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Данные' })).toBeVisible()
  await expect(page.getByText('finalist@demo.test').first()).toBeAttached()
  await expect(menu).toBeVisible()
})

test('the menu opens and closes by keyboard, does not let the page behind it scroll, and returns the focus', {
  tag: '@phone-only',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/business')
  const toggle = page.getByRole('button', { name: 'Открыть меню' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  const menu = page.locator('#mobile-menu')
  await expect(menu).toBeVisible()
  await page.mouse.wheel(0, 600)
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  // The search is loaded as a separate part of the program.
  const search = menu.getByPlaceholder('Введите свой вопрос')
  await expect(search).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(toggle).toBeFocused()
  // Closing a dialog above the menu leaves the menu open.
  await toggle.press('Enter')
  await menu.getByRole('button', { name: 'Настройки отображения' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Настройки отображения' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Настройки отображения' })).toBeFocused()
})

test('LY-08 LY-10 a visitor on a phone has neither toggle nor menu, and finds the text size in the footer', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const chrome = page.getByRole('banner')
  await expect(chrome.getByRole('button')).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Настройки отображения' }).click()
  await page.getByLabel(/150 %/).check()
  await expect(page.locator('html')).toHaveAttribute('data-font-size', 'xlarge')
})

test('LY-09 the menu can search the help, and in the help it shows the nested articles', {
  tag: '@phone-only',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.locator('#mobile-menu')
  await expect(menu.getByRole('navigation', { name: 'Статьи помощи' }).getByRole('link').first()).toBeVisible()
  const search = menu.getByPlaceholder('Введите свой вопрос')
  await search.fill('пароль')
  await expect(menu.getByRole('option').first()).toBeVisible()
  // Escape first clears the search, then closes the menu.
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(menu).toBeVisible()
  await search.fill('пароль')
  await menu.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/faq\/.+/)
  await expect(menu).toBeHidden()
})

test('LY-09 the list of search results is 420 px wide when there is room', { tag: '@phone-only' }, async ({ page }) => {
  await page.setViewportSize({ width: 780, height: 900 })
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/business')
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.locator('#mobile-menu')
  await menu.getByPlaceholder('Введите свой вопрос').fill('пароль')
  const popup = menu.getByRole('listbox').locator('..')
  await expect(popup).toBeVisible()
  await expect.poll(async () => (await popup.boundingBox())?.width).toBe(420)
})

test('search results can use the whole window when the menu is shorter', { tag: '@phone-only' }, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5')
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.locator('#mobile-menu')
  await menu.getByPlaceholder('Введите свой вопрос').fill('регистрация')
  const found = menu.locator('[data-help-found]')
  await expect(found.getByRole('option').first()).toBeVisible()
  await expect(found).toBeInViewport({ ratio: 1 })
  const endOf = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(async () => (await endOf(menu)) - (await endOf(found))).toBeGreaterThanOrEqual(0)
  await expect.poll(() => endOf(menu)).toBeLessThanOrEqual(740)
})

test('on a phone a mentor sees the first people, prints them whole, unfolds one, and gets the others at a press', {
  tag: '@phone-only',
}, async ({ page }) => {
  await logIn(page, 'mentor@demo.test')
  await page.goto('/mentor')
  const people = page.getByRole('list', { name: /^Выбрали вас: / }).locator(':scope > li')
  await expect(people).toHaveCount(6)
  const first = people.first().getByRole('button', { name: /^Показать: / })
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  const why = people.first().getByText(/^Почему вы: /)
  await expect(why).toBeHidden()
  // A search in the page finds what is folded, which it could not without a box.
  const inside = page.locator(`[id="${await first.getAttribute('aria-controls')}"]`)
  await expect(inside).toHaveCSS('display', 'block')
  const isShown = () => why.evaluate((line) => line.checkVisibility())
  expect(await isShown()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(isShown).toBe(true)
  // Paper is white: the dark field has dark words there, without its drawing.
  const inkOf = (element: Element) => getComputedStyle(element).color
  const body = page.locator('body')
  const waiting = page.getByRole('heading', { name: /^Ждут вас: / })
  expect(await waiting.evaluate(inkOf)).toBe(await body.evaluate(inkOf))
  await expect(body).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('main').locator('[data-field] > [data-decoration]')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await first.press('Enter')
  await expect(people.first().getByRole('button', { name: /^Свернуть: / })).toHaveAttribute('aria-expanded', 'true')
  await expect(why).toBeInViewport()
  const more = page.getByRole('button', { name: /^Показать ещё \d+: участники$/ })
  await more.press('Enter')
  await expect(more).toHaveCount(0)
  await expect(people.nth(6).getByRole('button').first()).toBeFocused()
})
