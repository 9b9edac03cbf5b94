import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'

test('SC-14 a start that fails shows the error page 500 «Failed to initialize app»', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.route('**/api/v3/user/profile', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByText('Failed to initialize app')).toBeVisible()
  await expect(page.getByText('500')).toBeVisible()
})

test('ST-11 ER-02 a fault of the server is told in a banner that goes after five seconds, and what was typed stays', async ({
  page,
}) => {
  await page.goto('/ru_season_5/login')
  await page.route('**/api/v3/auth/login', (route) => route.fulfill({ status: 502, body: '' }))
  await page.getByLabel('Электронная почта или телефон').fill('participant@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill('Demo-Leader-2026')
  await page.getByRole('button', { name: 'Войти' }).click()
  const banner = page.getByText('Произошла ошибка, попробуйте позже').first()
  await expect(banner).toBeVisible()
  await expect(page.getByLabel('Электронная почта или телефон')).toHaveValue('participant@demo.test')
  await page.unroute('**/api/v3/auth/login')
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page).toHaveURL(/\/ru_season_5(?!\/login)/)
  await expect(banner).toBeHidden()
})

test('SC-11 the content of a wide page is at most 1180 px wide', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone is narrower than that')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  const path = page.getByRole('region', { name: 'Путь участника' })
  await expect(path).toBeVisible()
  expect((await path.boundingBox())?.width ?? 0).toBeLessThanOrEqual(1180)
  expect((await path.boundingBox())?.width ?? 0).toBeGreaterThan(1000)
})

test('LY-08 the settings of the display are offered from 800 px on', async ({ page, isMobile }) => {
  test.skip(isMobile, 'one window is resized')
  await page.goto('/')
  const toggle = page.getByRole('button', { name: 'Настройки отображения' })
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(toggle).toBeVisible()
  await page.setViewportSize({ width: 799, height: 800 })
  await expect(toggle).toBeHidden()
})

test('LY-10 the menu of a phone shows to one who is logged in and closes when the page changes', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'a phone only')
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

test('EN-03 a time is Moscow’s wherever the browser stands', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  const answer = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(answer).toBe('Asia/Vladivostok')
  await expect(page.getByRole('region', { name: 'Путь участника' })).toContainText(/Открыт до \d\d\.\d\d\.\d{4} 23:59/)
})
