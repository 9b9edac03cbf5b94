import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

/** Nothing is on its way any more: neither data, nor what is drawn with a movement, which is judged when it has arrived. */
export async function settle(page: Page) {
  await expect(
    page.locator('main [role="status"]:has-text("Загружаем"), main [role="status"]:has-text("Открываем")'),
  ).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    )
  })
}

/** The checker that @axe-core/playwright brings: put into a page once, not before each of its many looks. */
const checker = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

interface Checked {
  violations: { id: string; nodes: { target: string[] }[] }[]
}

/** What is wrong on the settled page by WCAG 2.0 and 2.1, A and AA, or by the one rule that is asked for. */
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

/** By how many pixels the page is wider than its window. Not by innerWidth: a phone widens that to what overflows. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate((width) => document.documentElement.scrollWidth - width, page.viewportSize()?.width ?? 0)

/** WCAG 2.1 A and AA, and no sideways scroll. */
export async function expectSound(page: Page, name = page.url()) {
  expect(await faultsOf(page, name)).toEqual([])
  expect(await overflowOf(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0)
}
