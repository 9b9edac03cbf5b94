import { expect, type Locator, test } from '@playwright/test'
import { startWithoutTrack } from './change-start.ts'
import { logIn, stopTime, typeLogin } from './people.ts'
import { openWhole, settle } from './sound.ts'

test('SC-14 a start that fails shows the error page 500 «Failed to initialize app»', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.route('**/api/v3/user/start*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/ru_season_5')
  await expect(page.getByText('Failed to initialize app')).toBeVisible()
  await expect(page.getByText('500')).toBeVisible()
})

test('ST-11 ER-02 a fault of the server is shown in a banner for five seconds and reported, and the input stays', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/ru_season_5/login')
  await page.route('**/api/v3/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
  // From here on only the test moves the clock.
  await stopTime(page)
  const report = page.waitForRequest('**/api/v3/client-errors')
  await typeLogin(page, 'participant@demo.test')
  expect((await report).postDataJSON()).toMatchObject({
    message: expect.stringContaining('POST /auth/login: 500'),
    path: '/ru_season_5/login',
  })
  const banner = page
    .getByRole('alert')
    .filter({ has: page.getByRole('button', { name: 'Закрыть сообщение' }) })
    .filter({ hasText: 'Произошла ошибка, попробуйте позже' })
  await expect(banner).toBeVisible()
  await page.clock.runFor(4900)
  await expect(banner).toBeVisible()
  await page.clock.runFor(100)
  await expect(banner).toBeHidden()
  await page.clock.resume()
  await expect(page.getByLabel('Электронная почта или телефон')).toHaveValue('participant@demo.test')
  await page.unroute('**/api/v3/auth/login')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page).toHaveURL(/\/ru_season_5(?!\/login)/)
})

test('SC-11 the content of a wide page is at most 1180 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  const path = page.getByRole('region', { name: 'Путь участника' })
  await expect(path).toBeVisible()
  expect((await path.boundingBox())?.width ?? 0).toBeLessThanOrEqual(1180)
  expect((await path.boundingBox())?.width ?? 0).toBeGreaterThan(1000)
})

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

test('SC-11 the layout changes at 808, 680 and 500 px', async ({ page }) => {
  await logIn(page, 'captain@demo.test')
  await page.goto('/ru_season_5/business/stages/rules/rules')
  const contents = page.getByRole('navigation', { name: 'Содержание правил' })
  await expect(contents).toBeVisible()
  const expectAt = <Seen>(width: number, look: () => Promise<Seen>) =>
    expect.poll(async () => {
      await page.setViewportSize({ width, height: 900 })
      return look()
    })
  // The table of contents is no longer next to the text.
  const main = page.getByRole('main')
  const share = async () => (await boxOf(contents)).width / (await boxOf(main)).width
  await expectAt(809, share).toBeLessThan(0.5)
  await expectAt(808, share).toBeGreaterThan(0.9)
  // The copyright is no longer at the edge of the footer.
  const footer = page.getByRole('contentinfo')
  const copyright = footer.locator('p').last()
  const left = () => copyright.evaluate((element) => Number.parseFloat(getComputedStyle(element).marginInlineStart))
  await expectAt(681, left).toBeGreaterThan(0)
  await expectAt(680, left).toBe(0)
  // The tools of the header move closer together.
  const header = page.getByRole('banner')
  const gap = async () => {
    const bell = await boxOf(header.getByRole('button', { name: /Уведомления/ }))
    return (await boxOf(header.getByRole('button', { name: 'Открыть меню' }))).x - bell.x - bell.width
  }
  await expectAt(501, gap).toBeGreaterThan(4)
  await expectAt(500, gap).toBeLessThan(1)
})

test('LY-08 the display settings are offered from 800 px', async ({ page }) => {
  await page.goto('/')
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Настройки отображения' })
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(toggle).toBeVisible()
  await page.setViewportSize({ width: 799, height: 800 })
  await expect(toggle).toBeHidden()
})

test('LY-10 logged-in people on a phone have a menu, which closes when the page changes', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Открыть меню' })).toHaveCount(0)
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  await expect(page.getByRole('button', { name: 'Закрыть меню' })).toBeVisible()
  await page.locator('#mobile-menu').getByRole('link', { name: 'Профиль' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('button', { name: 'Открыть меню' })).toBeVisible()
})

test('RT-17 another page is scrolled to its top in 200 ms, and one with a hash to its anchor', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 1000, height: 300 })
  await logIn(page, 'finalist@demo.test')
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await openWhole(page, '/ru_season_5/business')
  await settle(page)
  const anchor = page.locator('#stage-essay')
  await expect(anchor).toBeAttached()
  await page.evaluate(() => {
    window.location.hash = 'essay'
  })
  await expect
    .poll(() => anchor.evaluate((element) => Math.abs(element.getBoundingClientRect().top - 16)))
    .toBeLessThan(2)
  expect(await scrolled()).toBeGreaterThan(0)

  await page.clock.install()
  await page.goto('/ru_season_5/business')
  const help = page.getByRole('contentinfo').getByRole('link', { name: 'Поддержка' })
  // Loads the articles beforehand: their arrival during the movement would change the height of the page.
  await help.click()
  await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBeGreaterThan(5)
  await page.goBack()
  await expect(anchor).toBeAttached()
  await settle(page)
  await help.scrollIntoViewIfNeeded()
  const left = await scrolled()
  expect(left).toBeGreaterThan(100)
  // From here on only the test moves the clock.
  await stopTime(page)
  await help.click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  const from = await scrolled()
  expect(from).toBeGreaterThan(100)
  const passed: number[] = []
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      passed.push(await scrolled())
      return passed.at(-1)
    })
    .toBe(0)
  // The movement begins when the next page is shown and takes 200 ms in steps.
  const moving = passed.filter((position) => position > 0 && position < from)
  expect(moving).toEqual(moving.toSorted((one, other) => other - one))
  expect(moving.length).toBeGreaterThan(2)
  expect(moving.length).toBeLessThan(13)

  // Back leads to where the page was left.
  await page.goBack()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return scrolled()
    })
    .toBe(left)
})

test('the link past the header adds no step to the history, so that Back finds the page as it was left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/business')
  await settle(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Перейти к содержанию' })).toBeFocused()
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect(main).toBeFocused()
  await expect(page).toHaveURL(/business$/)
  const stage = main.locator('a[href*="/stages/essay/"]').first()
  await stage.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/stages\/essay/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(stage).toBeFocused()
  await expect(stage).toBeInViewport()
})

test('RT-17 a first page with a hash scrolls to its place, also when the place is drawn late, but not after the person has scrolled', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 300 })
  await logIn(page, 'finalist@demo.test')
  const anchor = page.locator('#stage-essay')
  const distance = () => anchor.evaluate((element) => Math.abs(element.getBoundingClientRect().top - 16))
  await page.goto('/ru_season_5/business#essay')
  await expect.poll(distance).toBeLessThan(20)

  // The test decides when the stages arrive.
  let release = () => {}
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  let stages = held()
  await startWithoutTrack(page)
  await page.route('**/api/v3/user/user-stages*', async (route) => {
    await stages
    await route.continue()
  })
  const opened = async () => {
    await page.goto('about:blank')
    await page.goto('/ru_season_5/business#essay')
    await expect(page.getByText('Загружаем этапы')).toBeAttached()
    await expect(anchor).toHaveCount(0)
  }
  await opened()
  release()
  await expect.poll(distance).toBeLessThan(20)

  stages = held()
  await opened()
  const turned = page.evaluate(
    () => new Promise<void>((done) => document.addEventListener('wheel', () => done(), { once: true })),
  )
  await page.mouse.move(500, 150)
  await page.mouse.wheel(0, 40)
  await turned
  release()
  await expect(anchor).toBeAttached()
  await settle(page)
  expect(await distance()).toBeGreaterThan(100)
})

test('EN-03 times are Moscow time, whatever the browser’s time zone', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  const answer = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(answer).toBe('Asia/Vladivostok')
  await expect(page.getByRole('region', { name: 'Путь участника' })).toContainText(
    /до\s*\d+ [а-я]+ в 23:59\s*по Москве/,
  )
})
