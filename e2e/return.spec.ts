import { expect, test } from '@playwright/test'
import { whoever } from './cast.ts'
import { logIn, typeLogin } from './people.ts'

test('ER-01 a person who loses the session in a form logs in again and finds that form open', async ({ page }) => {
  const person = whoever('returns to the form')
  await logIn(page, person)
  await page.goto('/ru_season_5/business/stages/form/questionnaire')
  await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  const about = page.getByLabel('Расскажите о себе')
  await expect(about).toBeVisible()
  const form = new URL(page.url()).pathname
  // The token is refused, and the cookie for a new one is gone.
  await page.context().clearCookies()
  let [refused, asked] = [true, 0]
  const wayIn = Promise.withResolvers<void>()
  await page.route('**/api/v3/user/stages/*/draft', async (route) => {
    if (!refused) return route.continue()
    asked += 1
    // Leaving the form saves once more. Its answer arrives while the person logs in again and must not interrupt that.
    if (asked > 1) await wayIn.promise
    await route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'Войдите' } })
  })
  const words = `${await about.inputValue()} Ещё одно слово`
  await about.fill(words)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Сеанс завершён')).toBeVisible()
  await page.getByRole('link', { name: 'Лидеры страны. Пятый сезон' }).click()
  await expect(page.getByLabel('Пароль', { exact: true })).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(1)
  const lateAnswer = page.waitForResponse('**/api/v3/user/stages/*/draft')
  wayIn.resolve()
  await lateAnswer
  refused = false
  await typeLogin(page, person)
  await expect(page).toHaveURL((url) => url.pathname === form)
  await expect(page.getByLabel('Расскажите о себе')).toHaveValue(words)
})
