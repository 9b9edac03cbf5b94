import { expect, type Page, test } from '@playwright/test'
import { unfoldAll } from './console-places.ts'
import { everyPage, type PortalPage } from './every-page.ts'
import { logIn } from './people.ts'
import { allCome, openWhole } from './sound.ts'

const word = 'абвгдежзиклмнопрстуф'.repeat(5)
/** The answer with a word of 100 letters in every Russian text. */
function lengthened(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(lengthened)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === 'string' && /[а-яё]/i.test(value) ? `${word} ${value}` : lengthened(value),
    ]),
  )
}

async function lengthenTexts(page: Page) {
  await page.route(/\/api\/v3\/(?!auth|competitions|app|dict)(?!.*\/live\b)/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    // The page may be left before its answer arrives.
    const answer = await route.fetch().catch(() => null)
    if (answer === null) return route.abort()
    const json = /json/.test(answer.headers()['content-type'] ?? '') && (await answer.json().catch(() => null))
    return json ? route.fulfill({ response: answer, json: lengthened(json) }) : route.fulfill({ response: answer })
  })
}

/** The elements that make the page wider than the window. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('main *:not(option)')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map((element) => `${element.localName}.${element.className}`)
          .slice(-4),
  )
/** One run names all pages that are too wide. */
const fits = expect.configure({ soft: true })

const pagesOf = (who: PortalPage['as'], part: RegExp) =>
  everyPage.filter(({ as, name }) => as === who && part.test(name))
const lots: [string, PortalPage[]][] = [
  ['the desk', pagesOf('assessor', /^desk/)],
  ['the console', pagesOf('admin', /^(duties|console(?!-stage$))/)],
  ['the stages of the console', pagesOf('admin', /^console-stage$/)],
]

for (const [part, pages] of lots)
  test(`R-90 a name and a word of 100 letters fit all pages of ${part} at 360 pixels`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width: 360, height: 740 })
    await logIn(page, `${pages[0]?.as}@demo.test`)
    await lengthenTexts(page)
    expect(pages.length).toBeGreaterThan(5)
    let shown = 0
    for (const { path } of pages) {
      await openWhole(page, path)
      await unfoldAll(page)
      await allCome(page)
      if ((await page.locator('main').innerText()).includes(word)) shown += 1
      await fits.poll(() => tooWide(page), { message: `${path} is wider than the window`, timeout: 20_000 }).toEqual([])
    }
    expect(shown, 'pages with such a word').toBeGreaterThan(pages.length / 2)
  })
