import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { shownBy } from '#demo/looks.ts'
import { enter } from './people.ts'
import { openWhole } from './sound.ts'

for (const [path, drawn] of [
  ['/ru_season_5/login', 'drawn by the server'],
  ['/profile', 'that the browser would draw'],
] as const)
  test(`a page ${drawn} shows a message when its scripts do not load, and works once they do`, async ({ page }) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) refused.push(message.text())
    })
    await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort('connectionreset'))
    await page.goto(path)
    const words = page.getByRole('alert').filter({ hasText: 'Страница загрузилась не полностью' })
    await expect(words).toBeVisible()
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa'])
      .include('#no-program')
      .analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.unroute(/\/assets\/index-[^/]*\.js$/)
    await words.getByRole('button', { name: 'Обновить страницу' }).press('Enter')
    await page.waitForFunction(() => !('earlyPress' in window))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(words).toBeHidden()
    expect(refused).toEqual([])
  })

test('an unknown page gives 404 with an error page, every known page 200', async ({ page }) => {
  for (const path of ['/', '/profile', '/mentor', '/offline-event-booking', '/ru_season_5', '/ru_season_5/login'])
    expect((await page.request.get(path)).status(), path).toBe(200)
  expect((await page.goto('/ru_season_5/business/no-such-place'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeVisible()
  const answer = await page.goto('/no_such_competition/login')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Конкурс не найден')).toBeVisible()
})

test('the profile keeps the look, the footer and the icons of the last competition', async ({ page }) => {
  await enter(page, 'finalist@demo.test', 'politleaders_2')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Данные' })).toBeVisible()
  const html = page.locator('html')
  const manifest = page.locator('link[rel=manifest]')
  await expect(html).toHaveAttribute('data-look', 'politleaders_2')
  await expect(manifest).toHaveAttribute('href', '/politleaders_2/manifest.webmanifest')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Поддержка' })).toHaveAttribute(
    'href',
    '/politleaders_2/faq',
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(html).toHaveAttribute('data-look', 'default')
  await expect(manifest).toHaveAttribute('href', '/manifest.webmanifest')
})

test('the header and the page of every competition fit the narrowest phone at 150 %', { tag: '@phone-only' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enter(page, 'participant@demo.test')
  await page.evaluate(() => localStorage.setItem('accessibility', '{"fontSize":"xlarge"}'))
  const places = Object.values(shownBy).map(({ competition }) => `/${competition}`)
  expect(places.length).toBe(11)
  for (const path of [...places, '/profile']) {
    await openWhole(page, path)
    await expect(page.getByRole('button', { name: 'Открыть меню' })).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})
