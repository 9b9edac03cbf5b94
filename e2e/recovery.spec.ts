import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { codeFor, demoPassword, logIn, typeLogin } from './people.ts'
import { expectSound } from './sound.ts'

test.describe.configure({ mode: 'parallel' })

const newPassword = 'Kedr-Volna-4817-Zima'

async function typeNewPassword(page: Page) {
  await page.getByLabel('Новый пароль', { exact: true }).fill(newPassword)
  await page.getByLabel('Пароль ещё раз').fill(newPassword)
  await page.getByRole('button', { name: 'Сохранить пароль' }).click()
}

test(
  'a person who forgot the password types the six digits of the letter; after a wrong code the typed text stays',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const email = personWho(project.name === 'phone' ? 'forgot the password on a phone' : 'forgot the password')
    await page.goto('/ru_season_5/forgot')
    await page.getByLabel('Электронная почта или телефон').fill(email)
    await page.getByRole('button', { name: 'Получить код' }).click()
    const code = page.getByLabel('Код из письма')
    await expect(code).toBeVisible()
    await expectSound(page, 'forgot, digits')
    const digits = await codeFor(page.request, email)
    await code.fill(digits === '000000' ? '000001' : '000000')
    await typeNewPassword(page)
    await expect(code).toHaveAccessibleDescription(/Неверный код/)
    await expect(code).toBeFocused()
    await expect(page.getByLabel('Новый пароль', { exact: true })).toHaveValue(newPassword)
    await code.fill(digits)
    await page.getByRole('button', { name: 'Сохранить пароль' }).click()
    await expect(page.getByText('Пароль изменён. Войдите с новым паролем')).toBeVisible()
    await typeLogin(page, email, newPassword)
    await expect(page).not.toHaveURL(/login/)
  },
)

test('the link of the letter sets a new password in another browser, where the digits are refused', async ({
  page,
  browser,
}) => {
  const email = personWho('recovers by the link')
  await page.goto('/ru_season_5/forgot')
  await page.getByLabel('Электронная почта или телефон').fill(email)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByLabel('Код из письма')).toBeVisible()
  const digits = await codeFor(page.request, email)
  expect(digits).toMatch(/^\d{6}$/)
  const letters = (await (await page.request.get(`/api/v3/dev/outbox?to=${email}`)).json()) as { text: string }[]
  const link = /\/ru_season_5\/forgot\?step=password#[\w-]+/.exec(letters[0]?.text ?? '')?.[0] ?? ''
  const other = await (await browser.newContext()).newPage()
  const refused = await other.request.post('/api/v3/auth/password/create', {
    data: { code: digits, password: newPassword, password_confirmation: newPassword },
  })
  expect(await refused.json()).toMatchObject({ code: 'code_of_other_browser' })
  await other.goto(link)
  await expect(other.getByLabel('Код из письма')).toHaveCount(0)
  await typeNewPassword(other)
  await expect(other.getByText('Пароль изменён. Войдите с новым паролем')).toBeVisible()
  await typeLogin(other, email, newPassword)
  await expect(other).not.toHaveURL(/login/)
  await other.context().close()
})

test('«Это не я»: opening the link of the letter changes nothing, one press ends every session and leads to a new password', async ({
  page,
  browser,
}) => {
  const email = personWho('is warned by a letter')
  await logIn(page, email)
  const thief = await browser.newContext()
  const thiefs = await thief.newPage()
  await logIn(thiefs, email)
  const token = ((await (await thiefs.request.post('/api/v3/auth/token/refresh')).json()) as { access_token: string })
    .access_token
  const wish = await thiefs.request.post('/api/v3/auth/user/email', {
    data: { email: `thief${Date.now()}@example.test`, password: demoPassword },
    headers: { 'X-Token': token },
  })
  expect(wish.status()).toBe(200)
  const letters = (await (await page.request.get(`/api/v3/dev/outbox?to=${email}`)).json()) as {
    subject: string
    text: string
  }[]
  const warning = letters.find(({ subject }) => subject === 'Запрошена смена адреса почты')
  const link = /\/not-me#[\w-]+/.exec(warning?.text ?? '')?.[0] ?? ''

  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Это не я' })).toBeVisible()
  await expectSound(page, 'not me')
  expect((await thiefs.request.get('/api/v3/user/profile', { headers: { 'X-Token': token } })).status()).toBe(200)
  await page.getByRole('button', { name: 'Это не я, остановить' }).click()
  await expect(page.getByRole('heading', { name: 'Готово, всё остановлено' })).toBeVisible()
  await expectSound(page, 'stopped')
  expect((await thiefs.request.get('/api/v3/user/profile', { headers: { 'X-Token': token } })).status()).toBe(401)
  expect((await thiefs.request.post('/api/v3/auth/token/refresh')).status()).toBe(403)
  await page.getByRole('link', { name: 'Задать новый пароль' }).click()
  await expect(page).toHaveURL(/\/ru_season_5\/forgot$/)
  await expect(page.getByLabel('Электронная почта или телефон')).toBeVisible()
  await thief.close()
})
