import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'

test('a form that was not required does not count as missing', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/young_managers/main/stages/form/letter')
  const main = page.getByRole('main')
  const onwards = main.getByRole('link', { name: 'Перейти к этапу' })
  const words = main.getByRole('heading', { name: 'Анкета не понадобилась' })
  await expect(words.or(onwards)).toBeVisible()
  if (await onwards.isVisible()) await onwards.click()
  await expect(words).toBeVisible()
  await expect(main.getByText('Пройден', { exact: true })).toBeVisible()
  await expect(main.getByText('Анкета не сдана')).toHaveCount(0)
})

test('a future stage offers no action', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/politleaders_2/main')
  const path = page.getByRole('region', { name: 'Путь участника' })
  const ahead = path.locator('ol > li[data-standing=ahead]')
  await expect(ahead.first()).toBeVisible()
  await expect(ahead.getByRole('link', { name: /^Открыть/ })).toHaveCount(0)
})

test('the initials have the same order in the header and in the profile', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/profile')
  const small = page.getByRole('banner').getByText(/^[А-ЯЁ]{2}$/)
  const great = page.locator('#picture').getByText(/^[А-ЯЁ]{2}$/)
  await expect(small).toBeVisible()
  await expect(great).toHaveText((await small.textContent()) ?? '')
})
