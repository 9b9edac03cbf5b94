import { expect, type Page, test } from '@playwright/test'
import { startWithoutTrack } from './change-start.ts'
import { logIn } from './people.ts'
import { expectSound, openWhole } from './sound.ts'

const faults = (page: Page) => {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|TrustedHTML/.test(message.text()))
      seen.push(message.text())
  })
  return seen
}

test('RL-01 R-47 every page of a visitor opens without violating the content security policy', async ({ page }) => {
  const seen = faults(page)
  for (const path of [
    '/',
    '/ru_season_5/login',
    '/ru_season_5/register',
    '/ru_season_5/forgot',
    '/ru_season_5/verify',
  ]) {
    await openWhole(page, path)
  }
  expect(seen).toEqual([])
})

test('RT-04 RT-10 RT-16 every page of a participant opens from its address alone, without violating the content security policy', async ({
  page,
}) => {
  const seen = faults(page)
  await logIn(page, 'finalist@demo.test')
  for (const path of [
    '/ru_season_5',
    '/ru_season_5/business',
    '/ru_season_5/business/stages/rules/rules',
    '/ru_season_5/business/stages/rules/rules/manual',
    '/ru_season_5/business/stages/form/questionnaire',
    '/ru_season_5/business/stages/registration/registration',
    '/profile',
    '/ru_season_5/faq',
  ]) {
    await openWhole(page, path)
    expect(new URL(page.url()).pathname, path).toMatch(new RegExp(`^${path}(/manual)?$`))
  }
  expect(seen).toEqual([])
})

test('GD-01 LY-13 an unknown competition is not found, and the page links home', async ({ page }) => {
  await page.goto('/no_such_competition/login')
  await expect(page.getByText('Конкурс не найден')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page, 'not found')
  await page
    .getByRole('link', { name: /главную/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/$/)
})

test('GD-02 GD-03 GD-05 guards redirect people to pages that they may open', async ({ page }) => {
  await page.goto('/ru_season_5/business')
  await expect(page).toHaveURL(/\/ru_season_5\/login/)
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/login')
  await expect(page).toHaveURL(/\/ru_season_5(?!\/login)/)
  await page.goto('/ru_season_5/no_such_track')
  await expect(page).toHaveURL(/\/ru_season_5\/business/)
})

test('GD-06 when tracks fail to load or there are none, the error page 500 is shown', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await startWithoutTrack(page)
  for (const answer of [{ status: 500, json: {} }, { json: { tracks: [] } }]) {
    await page.route('**/api/v3/user/tracks?*', (route) => route.fulfill(answer))
    await page.goto('/ru_season_5/business')
    await expect(page.getByRole('main')).toContainText('Не удалось получить треки')
    await expect(page.getByRole('main')).toContainText('500')
    await page.unroute('**/api/v3/user/tracks?*')
  }
})

test('RT-05 login, registration and recovery open without the header', async ({ page }) => {
  for (const path of ['/ru_season_5/login', '/ru_season_5/register', '/ru_season_5/forgot']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: /на главную/i })).toHaveCount(0)
  }
})

test('LY-05 the header has the season’s logo, which links to the index', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  const logo = page.getByRole('banner').getByRole('link', { name: /на главную/i })
  await expect(logo).toContainText('сезон 5')
  await logo.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(logo).not.toContainText('сезон 5')
})

test('LY-06 bell, name, number, avatar and the menu with «Профиль» and «Выход» are shown only to logged-in people', async ({
  page,
}) => {
  const banner = page.getByRole('banner')
  const bell = banner.getByRole('button', { name: /Уведомления/ })
  const user = banner.getByRole('button', { name: /: меню$/ })
  await page.goto('/')
  await expect(banner).toBeVisible()
  await expect(bell).toHaveCount(0)
  await expect(user).toHaveCount(0)
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  await expect(bell).toBeVisible()
  await expect(user).toContainText('Воронцова')
  await expect(user).toContainText(/ID\s\d+/)
  await user.click()
  await expect(page.getByRole('menuitem', { name: 'Профиль' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Выход' })).toBeVisible()
})

test('LY-11 the footer’s links are shown only to logged-in people, four social networks and the copyright to everyone', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo')
  const networks = ['ВКонтакте', 'Telegram', 'Одноклассники', 'Rutube']
  const links = ['Поддержка', 'Новости', 'Правила', 'Обработка персональных данных']
  await page.goto('/ru_season_5/verify')
  for (const name of networks) await expect(footer.getByRole('link', { name })).toBeVisible()
  await expect(footer).toContainText('©')
  for (const name of links) await expect(footer.getByRole('link', { name })).toHaveCount(0)
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  for (const name of [...links, ...networks]) await expect(footer.getByRole('link', { name })).toBeVisible()
  await expect(footer).toContainText('©')
})

test('SC-12 R-19 logging out removes all data of the person from the browser and leads to the root', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toMatch(/participant|Воронцова|eyJ/)
  await page.getByRole('button', { name: isMobile ? /Открыть меню/ : /: меню$/ }).click()
  await page.getByRole(isMobile ? 'button' : 'menuitem', { name: 'Выход' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goto('/ru_season_5/business')
  await expect(page).toHaveURL(/\/login/)
})

test('the accessibility themes survive a reload and stay accessible at 150 %', async ({ page }) => {
  await page.goto('/ru_season_5/register')
  for (const theme of ['theme-wb', 'theme-bw', 'theme-lb']) {
    await page.evaluate(
      (chosen) =>
        localStorage.setItem(
          'accessibility',
          JSON.stringify({ theme: chosen, fontSize: 'xlarge', showImages: true, showControls: true }),
        ),
      theme,
    )
    await page.goto('/ru_season_5/login')
    await expect(page.locator('html')).toHaveClass(new RegExp(theme))
    await expectSound(page, theme)
  }
})

test('first load of the login page: at most 130 kB of scripts, 200 kB in all, and scripts request nothing but the API', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const types = new Map<string, { type: string; initiator: string }>()
  const bytes = { script: 0, all: 0 }
  const late: string[] = []
  session.on('Network.requestWillBeSent', ({ requestId, type, initiator, request }) => {
    if (initiator.type === 'script' && !request.url.includes('/api/v3/')) late.push(request.url)
    types.set(requestId, { type: type ?? '', initiator: initiator.type })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength
    if (types.get(requestId)?.type === 'Script') bytes.script += encodedDataLength
  })
  await page.goto('/ru_season_5/login', { waitUntil: 'networkidle' })
  expect(late).toEqual([])
  expect(bytes.script).toBeGreaterThan(20_000)
  expect(bytes.script).toBeLessThanOrEqual(130_000)
  expect(bytes.all).toBeLessThanOrEqual(200_000)
})
