import { expect, type Page, test } from '@playwright/test'
import { demoPassword, logIn } from './people.ts'
import { faultsOf as wcagFaultsOf } from './sound.ts'

// These tests only look at pages, so they may run in parallel.
test.describe.configure({ mode: 'parallel' })

const served = ['/', '/login', '/ru_season_5/login', '/ru_season_5/register', '/ru_season_5/forgot']

/** Holds back the page's scripts until they are released. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function openHeld(page: Page, path: string): Promise<() => void> {
  const release = await hold(page)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A browser paints nothing before the style sheets have loaded, so measuring must wait for them too.
  await page.waitForFunction(
    () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    null,
    { polling: 50 },
  )
  return release
}

/** Waits until the page is hydrated and has replayed the early clicks. */
const alive = (page: Page) => page.waitForFunction(() => !('earlyPress' in window))

/** How many elements React has not hydrated yet: it marks each element that it has taken over. */
const unhydrated = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('#root *')].filter(
        (node) => !Object.keys(node).some((key) => key.startsWith('__reactFiber')),
      ).length,
  )

const faultsOf = (page: Page) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}

test('a person who returns to a track reads its heading before the program has loaded, and the heading does not move', {
  tag: '@phone',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  const release = await openHeld(page, '/ru_season_5/business')
  const heading = page.getByRole('heading', { level: 1, name: 'Бизнес и промышленность' })
  await page.evaluate(async () => void (await document.fonts.ready))
  const before = await heading.boundingBox()
  // There are no links that do nothing yet.
  await expect(page.locator('#root').getByRole('link')).toHaveCount(0)
  release()
  await expect(page.getByRole('region', { name: 'Путь участника' })).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})

for (const path of served) {
  test(`${path} is rendered by the server and hydrated without replacing a node`, { tag: '@phone' }, async ({
    page,
    isMobile,
  }) => {
    const faults = faultsOf(page)
    const release = await openHeld(page, path)
    const before = await page.title()
    await page.evaluate(() => {
      const nodes = [...document.querySelectorAll('#root *')]
      Object.assign(window, { nodes, header: document.querySelector('#root header button') })
    })
    release()
    await alive(page)
    await expect.poll(() => unhydrated(page)).toBe(0)
    const lost = await page.evaluate((phone) => {
      const { nodes, header } = window as unknown as { nodes: Element[]; header: Element | null }
      // On a phone only the button of the display settings disappears, which CSS hid there anyway.
      const gone = nodes.filter((node) => !node.isConnected && !(phone && header?.contains(node)))
      return { all: nodes.length, gone: gone.map((node) => node.outerHTML.slice(0, 80)) }
    }, isMobile)
    expect(lost.gone).toEqual([])
    expect(lost.all).toBeGreaterThan(15)
    expect(await page.title()).toBe(before)
    expect(faults).toEqual([])
  })

  // The server renders the header of a wide window, as on the index.
  const tag = path === '/' ? [] : ['@phone']
  test(`${path} is the same when rendered by the server and by the browser`, { tag }, async ({
    page,
    context,
    baseURL,
  }) => {
    // Every element with its sorted attributes, and the texts. `value` and `checked` are excluded because they differ
    // only in form.
    const markup = () =>
      page.evaluate(() => {
        const attributes = (node: Element) =>
          [...node.attributes].flatMap(({ name, value }) => (/^(value|checked)$/.test(name) ? [] : `${name}=${value}`))
        const nodes = [...document.querySelectorAll('#root *')]
        const texts = nodes.map((node) => (node.childElementCount === 0 ? node.textContent : ''))
        return nodes.map((node, at) => [node.localName, ...attributes(node).sort(), texts[at]].join(' '))
      })
    // Both are loaded again when they differ: another test may have opened a season in between.
    await expect(async () => {
      await context.clearCookies()
      await page.goto(path)
      await expect(page.locator('#root[data-served]')).toBeAttached()
      const byServer = await markup()
      // With an expired session the server leaves the page to the browser.
      await context.addCookies([{ name: 'refresh', value: 'x'.repeat(43), url: baseURL ?? '', httpOnly: true }])
      await page.goto(path)
      await expect(page.locator('#root[data-served]')).toHaveCount(0)
      await expect.poll(markup, { timeout: 20_000 }).toEqual(byServer)
    }).toPass({ timeout: 120_000 })
  })
}

test('text typed and buttons clicked before hydration are not lost, and do not get into the address', async ({
  page,
}) => {
  const release = await openHeld(page, '/ru_season_5/login')
  await page.getByLabel('Электронная почта или телефон').fill('participant@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByLabel('Пароль', { exact: true }).press('Enter')
  expect(page.url()).toMatch(/\/ru_season_5\/login$/)
  release()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  expect(page.url()).not.toContain(demoPassword)
})

test('a field filled in before hydration keeps its text through later renders', async ({ page }) => {
  const release = await openHeld(page, '/ru_season_5/login')
  await page.getByLabel('Электронная почта или телефон').fill('somebody@example.test')
  release()
  await alive(page)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByText('Введите пароль').first()).toBeVisible()
  await expect(page.getByText('Введите почту или телефон')).toHaveCount(0)
  await expect(page.getByLabel('Электронная почта или телефон')).toHaveValue('somebody@example.test')
})

test('a choice made before hydration stays', async ({ page }) => {
  const release = await openHeld(page, '/ru_season_5/register')
  const supporter = page.getByRole('radio', { name: /Сторонником/ })
  await page.getByText('Сторонником').click()
  await expect(supporter).toBeChecked()
  release()
  await alive(page)
  await expect(supporter).toBeChecked()
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await expect(page.getByLabel('Электронная почта')).toBeVisible()
})

test('GD-02 logged-in people never see the login page on the way to a competition', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  const release = await hold(page)
  await page.goto('/ru_season_5/login', { waitUntil: 'commit' })
  await expect(page.locator('#start-data')).toBeAttached()
  expect(await page.locator('#root').innerHTML()).toBe('')
  release()
  await expect(page).toHaveURL(/\/ru_season_5(?!\/login)/)
})

test('a registration begun in this tab continues without first showing the server-rendered start', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('registration:ru_season_5', 'a-number-of-this-tab'))
  await page.route(/\/assets\/index-[^/]*\.js$/, () => {})
  await page.goto('/ru_season_5/register', { waitUntil: 'commit' })
  await expect(page.locator('#root h1')).toBeAttached()
  await expect(page.locator('#root h1')).toBeHidden()
})

test('the browser’s display settings are applied before the scripts load', async ({ page }) => {
  await page.goto('/ru_season_5/forgot')
  await page.evaluate(() =>
    localStorage.setItem('accessibility', JSON.stringify({ theme: 'theme-bw', fontSize: 'xlarge', showImages: false })),
  )
  const faults = faultsOf(page)
  const release = await openHeld(page, '/ru_season_5/forgot')
  const html = page.locator('html')
  await expect(html).toHaveClass(/theme-bw/)
  await expect(html).toHaveAttribute('data-font-size', 'xlarge')
  await expect(html).toHaveAttribute('data-images', 'off')
  expect(await wcagFaultsOf(page, 'forgot, drawn by the server')).toEqual([])
  release()
  await alive(page)
  await expect(html).toHaveClass(/theme-bw/)
  expect(faults).toEqual([])
})

test('the server renders a competition’s page in its colours', async ({ request }) => {
  const html = await (await request.get('/politleaders_2/login')).text()
  expect(html).toContain('data-look="politleaders_2"')
  expect(html).toContain('Лидеры политики. Второй сезон')
})

test('public pages have a description, private pages ask not to be indexed', async ({ request }) => {
  const html = async (path: string) => (await request.get(path)).text()
  const login = await html('/ru_season_5/login')
  expect(login).toMatch(/<title>Вход в личный кабинет — Конкурсы лидеров<\/title>/)
  expect(login).toMatch(/<meta name="description" content="Лидеры страны\. Пятый сезон\./)
  expect(login).toMatch(/<link rel="canonical" href="[^"]*\/ru_season_5\/login">/)
  expect(login).toContain('property="og:title"')
  for (const path of ['/profile', '/ru_season_5/business', '/ru_season_5/forgot'])
    expect(await html(path), path).toContain('<meta name="robots" content="noindex">')
  expect(await html('/robots.txt')).toContain('Disallow: /api/')
})
