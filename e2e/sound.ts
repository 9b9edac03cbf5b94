import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, type Request } from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()

function requestsOf(page: Page): Set<Request> {
  const known = underWay.get(page)
  if (known) return known
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  // A stream of events lasts as long as the page is open.
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) requests.delete(response.request())
  })
  return requests
}

/**
 * Opens an address and waits until everything that the page requests has arrived and been processed. Unlike
 * `networkidle` it does not wait for half a second of silence.
 */
export async function openWhole(page: Page, path: string) {
  const requests = requestsOf(page)
  requests.clear()
  const answer = await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await allCome(page)
  return answer
}

/**
 * Waits until the page has no requests under way, at three checks in a row; for a page that `openWhole` opened. After a
 * resize a window may draw no frame until something else changes, so the wait for a frame has a limit.
 */
export async function allCome(page: Page) {
  const requests = requestsOf(page)
  await expect(async () => {
    for (let look = 0; look < 3; look += 1) {
      expect([...requests].map((request) => request.url())).toEqual([])
      await page.evaluate(
        () =>
          new Promise((done) => {
            requestAnimationFrame(() => setTimeout(done, 30))
            setTimeout(done, 1000)
          }),
      )
    }
  }).toPass({ intervals: [30], timeout: 60_000 })
}

/** Waits for loading messages to disappear and brings animations to their end. */
export async function settle(page: Page) {
  await expect(
    page.locator('main [role="status"]:has-text("Загружаем"), main [role="status"]:has-text("Открываем")'),
  ).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    for (const animation of ending) animation.finish()
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
}

/** axe-core of @axe-core/playwright, injected into a page once and not before each check. */
const checker = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

interface Checked {
  violations: { id: string; nodes: { target: string[] }[] }[]
}

/** Violations on the settled page of WCAG 2.0 and 2.1, A and AA, or of one rule. */
export async function faultsOf(page: Page, name: string, rule?: string): Promise<string[]> {
  await settle(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(checker)
  const { violations } = await page.evaluate(async (only): Promise<Checked> => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<Checked> } }
    const tags = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }
    const runOnly = only ? { type: 'rule', values: [only] } : tags
    return axe.run({ runOnly, resultTypes: ['violations'] })
  }, rule)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${name}: ${id} at ${target}`))
}

/**
 * Targets for pressing. A link in text is as high as its line (WCAG 2.5.8), a stretched link is as large as its card,
 * and a checkbox includes its label.
 */
const targets =
  'button, summary, select, textarea, input:not([type=checkbox], [type=radio]), label:has([type=radio]), a[href]:not([data-stretch])'

/** Targets smaller than 44 × 44 px. */
export const smallTargets = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(
    ([place, pressed]) => {
      const least = 43.5
      const size = (element: Element) => element.getBoundingClientRect()
      const inText = (element: Element) => {
        const line = element.parentElement?.closest('p, li, dd, span, label, td')
        const around = line?.textContent?.replace(element.textContent ?? '', '').trim() ?? ''
        return element.tagName === 'A' && around.length > 1 && getComputedStyle(element).display.startsWith('inline')
      }
      return [...document.querySelectorAll<HTMLElement>(pressed)]
        .filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            !element.closest('[aria-hidden=true], [class*=skip]'),
        )
        .filter((element) => size(element).width > 1 && size(element).height > 1 && !inText(element))
        .filter((element) => {
          const own = size(element)
          const label = element instanceof HTMLInputElement ? (element.closest('label') ?? element.labels?.[0]) : null
          const named = label ? size(label) : own
          return Math.max(own.height, named.height) < least || Math.max(own.width, named.width) < least
        })
        .map((element) => {
          const { width, height } = size(element)
          return `${place}: ${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 110)}`
        })
    },
    [name, targets] as const,
  )

/**
 * Turns the window and its page into a phone's, with a touch screen, until the returned function is called. Faster than
 * opening the page a second time on a phone.
 */
export async function asPhone(page: Page): Promise<() => Promise<void>> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize(phone)
  await session.send('Emulation.setDeviceMetricsOverride', { ...phone, deviceScaleFactor: 1, mobile: true })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches && innerWidth)).toBe(phone.width)
  return async () => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await session.send('Emulation.clearDeviceMetricsOverride')
    await session.detach()
    // Playwright sets a size only when it differs from the last one it set.
    await page.setViewportSize({ width: size.width, height: size.height - 1 })
    await page.setViewportSize(size)
  }
}

/** How many pixels the page is wider than its window. Not by innerWidth: on a phone it grows with the overflow. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate((width) => document.documentElement.scrollWidth - width, page.viewportSize()?.width ?? 0)

/**
 * Expects WCAG 2.1 A and AA in this window, and no sideways scrolling here and at the width of a phone.
 * accessibility.spec.ts checks every page in full at both widths.
 */
export async function expectSound(page: Page, name = page.url()) {
  const size = page.viewportSize()
  if (size && size.width > phone.width) {
    await page.setViewportSize(phone)
    await settle(page)
    await expectFit(page, `${name}, narrow,`)
    await page.setViewportSize(size)
  }
  expect(await faultsOf(page, name)).toEqual([])
  await expectFit(page, name)
}

/** Polls, because the program needs a moment to redraw parts for another width. */
export const expectFit = (page: Page, name: string) =>
  expect.poll(() => overflowOf(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0)

const phone = { width: 360, height: 740 }
