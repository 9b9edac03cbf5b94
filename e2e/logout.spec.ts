import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { watchFor } from './passing-words.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

async function pressLogout(page: Page) {
  await page.getByRole('button', { name: /: меню$/ }).click()
  await page.getByRole('menuitem', { name: 'Выход' }).click()
}

test('R-19 a logout that the server does not answer leaves nothing of the person in the browser', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('of the person', '1'))
  // The server's answer would also clear the storage by a header, which browsers ignore over plain HTTP.
  await page.route('**/api/v3/auth/logout', (route) => route.abort())
  await pressLogout(page)
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('of the person'))).toBeNull()
})

test('SC-12 a logout asks before deleting text that exists only in this browser, and the other tab shows that the person is logged out', async ({
  page,
  context,
}) => {
  const person = personWho('logs out with words unsent')
  const question = page.getByRole('alertdialog', { name: 'Выйти и стереть недописанное?' })
  await logIn(page, person)
  const other = await context.newPage()
  await other.goto('/ru_season_5/support')
  await other.getByLabel('Что случилось').fill('Письмо, которое ещё не отправлено')
  await page.goto('/ru_season_5')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The other tab has not saved the text yet.
  await pressLogout(page)
  await expect(question).toBeVisible()
  await expectSound(page)
  await question.getByRole('button', { name: 'Остаться' }).click()
  await expect(question).toBeHidden()
  await other.reload()
  await expect(other.getByLabel('Что случилось')).toHaveValue('Письмо, которое ещё не отправлено')

  await pressLogout(page)
  const said = await watchFor(other, 'Вы вышли из портала в другой вкладке')
  await question.getByRole('button', { name: 'Выйти и стереть' }).click()
  await said()
  await expect(page).toHaveURL(/\/$/)
  await expect(other.getByText('введённое сохранено')).toHaveCount(0)
  const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  // A database is deleted once the other tab has closed it too.
  await expect.poll(left).toEqual([])

  await logIn(page, person)
  await page.goto('/ru_season_5/support')
  await expect(page.getByLabel('Что случилось')).toHaveValue('')
  // Without unsaved text nothing is asked.
  await pressLogout(page)
  await expect(page).toHaveURL(/\/$/)
})
