import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'

// A service worker's cache would answer at once.
test.use({ serviceWorkers: 'block' })

test('LY-04 while a page loads, a progress bar grows above the present one and disappears when it has loaded', async ({
  page,
}) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  await expect(page.getByRole('region', { name: 'Путь участника' })).toBeVisible()
  const way = page.getByRole('contentinfo').getByRole('link', { name: 'Поддержка' })
  await expect(way).toBeVisible()
  await page.waitForLoadState('networkidle')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate(() => {
    const widths: number[] = []
    Object.assign(window, { widths })
    requestAnimationFrame(function measure() {
      const bar = document.querySelector('[role=progressbar][aria-label="Страница загружается"]')
      if (bar) widths.push(bar.getBoundingClientRect().width)
      requestAnimationFrame(measure)
    })
  })
  const widths = () => page.evaluate(() => (window as unknown as { widths: number[] }).widths)
  await way.press('Enter')
  const bar = page.getByRole('progressbar', { name: 'Страница загружается' })
  await expect(bar).toBeVisible()
  await expect(page.getByRole('region', { name: 'Путь участника' })).toBeVisible()
  await expect.poll(async () => (await widths()).length).toBeGreaterThan(10)
  const seen = await widths()
  expect(seen.toSorted((one, other) => one - other)).toEqual(seen)
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Помощь' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})
