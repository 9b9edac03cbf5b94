import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { shownBy } from '#demo/looks.ts'
import { withDeviceFont } from './device-fonts.ts'
import { faintTexts } from './painted-contrast.ts'
import { logIn } from './people.ts'
import { slowPortal } from './slow-portal.ts'
import { asPhone, expectFit, faultsOf, settle } from './sound.ts'

// These tests only look at pages, so they may run in parallel.
test.describe.configure({ mode: 'parallel' })

const looks = Object.entries(shownBy)

async function openEntrance(page: Page, competition: string) {
  await page.goto(`/${competition}/login`)
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

const grounds = '[data-field], [data-band], footer, main'

/** Checks the contrast of every text with the pixels under it, and on plain backgrounds also runs axe. */
async function expectContrast(page: Page, name: string, withAxe: boolean) {
  await settle(page)
  expect(await faintTexts(page, grounds), `${name}: ink on drawings`).toEqual([])
  if (withAxe) expect(await faultsOf(page, name, 'color-contrast'), 'ink on flat ground').toEqual([])
  await expectFit(page, name)
}

async function expectContrastAtBothWidths(page: Page, name: string, withAxe: boolean) {
  await expectContrast(page, name, withAxe)
  const wide = await asPhone(page)
  await expectContrast(page, `${name}, phone`, false)
  await wide()
}

/** Opens a page and waits for its stages or tracks, header and footer. */
async function openInside(page: Page, path: string) {
  await page.goto(path)
  const stages = page.getByRole('region', { name: 'Путь участника' })
  const list = page.getByRole('list', { name: /^(Треки|Путь участника)$/ })
  await expect(stages.or(list).first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /Уведомления/ })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
}

test('the index: every text has enough contrast with the drawing under it, wide and on a phone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Конкурсы', exact: true })).toBeVisible()
  await expectContrastAtBothWidths(page, 'index', true)
})

for (const [look, { competition, track }] of looks)
  test(`${look}: every text has enough contrast with the drawing under it, wide and on a phone`, async ({ page }) => {
    await openEntrance(page, competition)
    await expectContrastAtBothWidths(page, 'login', true)
    await logIn(page, 'participant@demo.test')
    await openInside(page, `/${competition}`)
    await expectContrastAtBothWidths(page, 'competition', false)
    await openInside(page, `/${competition}/${track}`)
    await expectContrastAtBothWidths(page, 'track', true)
  })

test('LY-01 LY-02 the eleven backgrounds are different pictures, not one picture in different colours', async ({
  page,
}) => {
  const pictures = new Map<string, Buffer>()
  for (const [look, { competition }] of looks) {
    await openEntrance(page, competition)
    // Shows only the drawing, on a square.
    await page.evaluate(() => {
      const art = document.querySelector<HTMLElement>('[data-decoration]')
      const svg = art?.querySelector('svg')
      if (!art || !svg) throw new Error('no background')
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) element.style.visibility = 'hidden'
      for (const shape of svg.querySelectorAll<SVGElement>('*')) shape.style.visibility = 'visible'
      for (let up: HTMLElement | null = art; up; up = up.parentElement) {
        up.style.setProperty('clip-path', 'none')
        up.style.setProperty('overflow', 'visible')
        up.style.setProperty('isolation', 'auto')
      }
      Object.assign(art.style, { position: 'fixed', inset: '0 auto auto 0', width: '600px', height: '600px' })
      art.style.zIndex = '99'
    })
    const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 600 } })
    pictures.set(look, await sharp(shot).greyscale().normalise().resize(60, 60, { fit: 'fill' }).raw().toBuffer())
  }
  expect(pictures.size).toBe(11)
  const all = [...pictures]
  const alike = all.flatMap(([one, first], place) =>
    all.slice(place + 1).flatMap(([other, second]) => {
      const difference = first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
      return difference < 12 ? [`${one} and ${other}: ${difference.toFixed(1)}`] : []
    }),
  )
  expect(alike).toEqual([])
})

test('LY-01 LY-02 each of the eleven looks has its own layout of the login page and of inner pages', async ({
  page,
}) => {
  const entrances = new Map<string, string>()
  const insides = new Map<string, string>()
  for (const [look, { competition }] of looks) {
    await openEntrance(page, competition)
    entrances.set(await composition(page), look)
  }
  expect(entrances.size, [...entrances.values()].join()).toBe(11)
  await logIn(page, 'participant@demo.test')
  for (const [look, { competition, track }] of looks) {
    await openInside(page, `/${competition}/${track}`)
    insides.set(await composition(page), look)
  }
  expect(insides.size, [...insides.values()].join()).toBe(11)
})

/** Position and shape of the frame's parts; without colours, so that another hue alone is no difference. */
const composition = (page: Page) =>
  page.evaluate(() => {
    const parts = ['#root [data-field]', 'header', 'header p', '[data-band]', 'main', 'footer', '[data-decoration] > *']
    const bare = (value: string) => value.replace(/(rgba?|color|oklab)\([^)]*\)|url\([^)]*\)/g, '#')
    return JSON.stringify(
      parts.map((part) => {
        const element = document.querySelector(part)
        if (!element) return null
        const { x, y, width } = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        const shape = [style.clipPath, style.borderRadius, style.borderBlockEndWidth, style.textAlign]
        return [[x, y, width].map((value) => Math.round(value / 8)), shape, bare(style.backgroundImage)]
      }),
    )
  })

for (const [look, { competition }] of looks)
  test(`${look}: the high-contrast themes override it`, async ({ page }) => {
    await openEntrance(page, competition)
    for (const [theme, paper, ink] of [
      ['theme-wb', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
      ['theme-bw', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
      ['theme-lb', 'rgb(157, 209, 255)', 'rgb(5, 44, 84)'],
    ] as const) {
      await page.evaluate((chosen) => {
        document.documentElement.classList.remove('theme-wb', 'theme-bw', 'theme-lb')
        document.documentElement.classList.add(chosen)
      }, theme)
      await settle(page)
      const seen = await page.evaluate(() =>
        ['#root [data-field]', 'header p', 'main'].map((part) => {
          const element = document.querySelector(part)
          if (!element) return null
          const { color, backgroundColor, backgroundImage } = getComputedStyle(element)
          return { color, ground: backgroundColor.replace('rgba(0, 0, 0, 0)', 'none'), backgroundImage }
        }),
      )
      for (const part of seen) {
        expect(part?.color, theme).toBe(ink)
        expect([paper, 'none'], theme).toContain(part?.ground)
        expect(part?.backgroundImage, theme).toBe('none')
      }
      await expect(page.locator('[data-decoration]').first()).toBeHidden()
      expect(await faintTexts(page, grounds), theme).toEqual([])
    }
  })

for (const [look, { competition }] of looks)
  test(`${look}: the login page keeps its budget and has the right colours at once`, async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const scripts = new Set<string>()
    const bytes = { script: 0, all: 0 }
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.all += encodedDataLength
      if (scripts.has(requestId)) bytes.script += encodedDataLength
    })
    const html = await (await page.goto(`/${competition}/login`, { waitUntil: 'networkidle' }))?.text()
    expect(html).toContain(`data-look="${look}"`)
    expect(html).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/look-/)
    expect(bytes.script).toBeGreaterThan(20_000)
    expect(bytes.script).toBeLessThanOrEqual(130_000)
    expect(bytes.all).toBeLessThanOrEqual(200_000)
  })

/** Sum of the layout shifts of the pages that open afterwards: part of the window times part of its way. */
async function watchJumps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const jumps = { sum: 0 }
    Object.assign(window, { jumps })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) jumps.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { jumps: { sum: number } }).jumps.sum)
}

const devices = [
  ['Arial', 1440, 900],
  ['Roboto', 360, 740],
] as const

test.describe('the login page on any device', () => {
  // The style sheets get the device's font as data, so that the machine's fonts play no part.
  test.use({ bypassCSP: true })

  for (const [look, { competition }] of looks)
    test(`${look}: nothing jumps when the portal's fonts come after the page`, async ({ page }) => {
      const jumped = await watchJumps(page)
      const hasFont = () => page.evaluate(() => document.fonts.check('800 1em Unbounded', 'Я'))
      const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
      const load = async (font: (typeof devices)[number][0]) => {
        await withDeviceFont(page, font)
        const late = Promise.withResolvers<void>()
        await page.route('**/*.woff2', async (route) => {
          await late.promise
          await route.continue()
        })
        await page.goto(`/${competition}/login`, { waitUntil: 'commit' })
        await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
        await expect.poll(paints).toBe(1)
        expect(await hasFont()).toBe(false)
        late.resolve()
        await expect.poll(hasFont).toBe(true)
        await settle(page)
        const sum = await jumped()
        await page.unrouteAll({ behavior: 'wait' })
        return sum
      }
      for (const [font, width, height] of devices) {
        await page.setViewportSize({ width, height })
        // A busy machine may paint before it has read the device's font from its data, which no device does. What the
        // page itself does to its layout happens at every load, so the least of three counts.
        let least = Number.POSITIVE_INFINITY
        for (let round = 0; round < 3 && least >= 0.01; round += 1) least = Math.min(least, await load(font))
        expect(least, `${font}, ${width} px`).toBeLessThan(0.01)
      }
    })

  // One with a drawing on its field, one with a drawing behind the whole page.
  for (const look of ['leaders', 'apk_leaders'])
    test(`${look}: nothing jumps when the page comes line by line`, async ({ page, baseURL }) => {
      const jumped = await watchJumps(page)
      const slow = await slowPortal(String(baseURL))
      for (const [font, width, height] of devices) {
        await page.setViewportSize({ width, height })
        await withDeviceFont(page, font)
        await page.goto(`${slow.address}/${shownBy[look]?.competition}/login`)
        await settle(page)
        expect(await jumped(), `${font}, ${width} px`).toBeLessThan(0.01)
        await page.unrouteAll({ behavior: 'wait' })
      }
      await slow.close()
    })
})

test('the first field of the login is on the first screen of a phone on its side, and at 200 % zoom', async ({
  page,
}) => {
  for (const [look, { competition }] of looks)
    for (const [width, height] of [
      [740, 360],
      [844, 390],
      [720, 450],
      [640, 512],
    ] as const) {
      await page.setViewportSize({ width, height })
      await openEntrance(page, competition)
      const box = await page.getByLabel('Электронная почта или телефон').boundingBox()
      expect((box?.y ?? height) + (box?.height ?? 0), `${look}, ${width}×${height}`).toBeLessThanOrEqual(height)
      await expectFit(page, look)
    }
})

test('the links of the login are large enough to press on a phone', { tag: '@phone-only' }, async ({ page }) => {
  await openEntrance(page, 'ru_season_5')
  for (const name of ['Зарегистрироваться', 'Забыли пароль?']) {
    const box = await page.getByRole('link', { name }).boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
  }
})

test('the colour of the browser’s bar, the icon and the manifest change with the competition', async ({ page }) => {
  const colour = page.locator('meta[name=theme-color]')
  await page.goto('/')
  const usual = await colour.getAttribute('content')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')
  await page.getByRole('link', { name: 'Лидеры АПК' }).click()
  await expect(page).toHaveURL(/\/apk_leaders\/login/)
  await expect(page.locator('html')).toHaveAttribute('data-look', 'apk_leaders')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/apk_leaders/manifest.webmanifest')
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/apk_leaders/icon.svg')
  await expect(colour).not.toHaveAttribute('content', usual ?? '')
  await page.getByRole('link', { name: /все конкурсы/ }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(colour).toHaveAttribute('content', usual ?? '')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')
})

test('a competition can be added to a phone’s home screen with its own name, colours and icons', async ({ page }) => {
  for (const [, { competition }] of looks) {
    await openEntrance(page, competition)
    const link = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = await (await page.request.get(link ?? '')).json()
    expect(manifest.start_url).toBe(`/${competition}`)
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', manifest.theme_color)
    for (const { src, sizes } of manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')) {
      const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata()
      expect(`${width}x${height}`, src).toBe(sizes)
    }
    const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect((await page.request.get(touch ?? '')).headers()['content-type']).toBe('image/png')
  }
})
