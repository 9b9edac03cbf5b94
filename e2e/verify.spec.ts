import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { codeFor, logIn } from './people.ts'

/** Logs in, requests the letter on the page and returns its code. */
async function askForLetter(page: Page, email: string): Promise<string> {
  await logIn(page, email)
  await page.goto('/ru_season_5/verify')
  await page.getByRole('button', { name: 'Прислать код ещё раз' }).click()
  await expect(page.getByText('Новый код отправлен')).toBeVisible()
  return codeFor(page.request, email)
}

async function isConfirmed(page: Page, email: string) {
  const confirmed = page.getByRole('status').filter({ hasText: 'Почта подтверждена' })
  await expect(confirmed).toContainText(email)
}

test('RT-06 a logged-in person types the code from the letter; a wrong code is refused and stays in the field', async ({
  page,
}) => {
  const email = personWho('types the code of the letter')
  const code = await askForLetter(page, email)
  const field = page.getByLabel('Код из письма')
  await field.fill(`${code}0`)
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(field).toHaveAccessibleDescription(/\S/)
  await expect(field).toHaveValue(`${code}0`)
  await field.fill(` ${code} `)
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await isConfirmed(page, email)
})

test('RT-06 the link in the letter confirms the address at once for a logged-in person', async ({ page }) => {
  const email = personWho('follows the link of the letter')
  const code = await askForLetter(page, email)
  await page.goto(`/ru_season_5/verify#${code}`)
  await isConfirmed(page, email)
  await page.getByRole('link', { name: 'К конкурсу' }).click()
  await expect(page).toHaveURL(/\/ru_season_5(\/\w+)?$/)
})

test('RT-06 the link in the letter confirms the address without a login, only once', async ({ page, browser }) => {
  const email = personWho('follows the link elsewhere')
  const code = await askForLetter(page, email)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`/ru_season_5/verify#${code}`)
  await isConfirmed(elsewhere, email)
  await elsewhere.reload()
  await expect(elsewhere.getByLabel('Код из письма')).toHaveAccessibleDescription(/\S/)
  await elsewhere.context().close()
})

test('RT-06 the typed code confirms the address without a login; only the logged-in person can request another letter', async ({
  page,
  browser,
}) => {
  const email = personWho('types the code elsewhere')
  const code = await askForLetter(page, email)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto('/ru_season_5/verify')
  await expect(elsewhere.getByRole('link', { name: 'Войдите' })).toHaveAttribute('href', '/ru_season_5/login')
  await expect(elsewhere.getByRole('button', { name: 'Прислать код ещё раз' })).toHaveCount(0)
  await elsewhere.getByLabel('Код из письма').fill(code)
  await elsewhere.getByRole('button', { name: 'Подтвердить' }).click()
  await isConfirmed(elsewhere, email)
  await elsewhere.context().close()
})
