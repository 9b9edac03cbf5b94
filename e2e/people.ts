import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const demoPassword = 'Demo-Leader-2026'

export interface Newcomer {
  email: string
  phone: string
  snils: string
  password: string
}

let made = 0

/** Somebody whom the portal does not know yet. */
export function newcomer(): Newcomer {
  made += 1
  const digits = `${Date.now()}${made}${process.pid}`.slice(-9).padStart(9, '1')
  return {
    email: `visitor${digits}@b.test`,
    phone: `+7916${digits.slice(-7)}`,
    snils: snilsOf(`1${digits.slice(-8)}`),
    password: 'Kedr-Volna-4817-Zima',
  }
}

/** Nine digits with their two control digits. */
function snilsOf(nine: string): string {
  const sum = [...nine].reduce((total, digit, place) => total + Number(digit) * (9 - place), 0)
  const control = sum % 101 === 100 ? 0 : sum % 101
  return `${nine}${String(control).padStart(2, '0')}`
}

/** The code of the newest message to this address, once one newer than `after` has come. */
export async function codeFor(request: APIRequestContext, to: string, after = ''): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const answer = await request.get(`/api/v3/dev/outbox?to=${encodeURIComponent(to)}`)
      const messages = (await answer.json()) as { code: string | null }[]
      code = messages.find((message) => message.code)?.code ?? ''
      return code !== '' && code !== after
    })
    .toBe(true)
  return code
}

/** Another household for each login: all tests share one machine, which may log in only thirty times a minute. */
let households = process.pid * 1000
function household(): string {
  households += 1
  return `10.${(households >> 16) & 255}.${(households >> 8) & 255}.${households & 255}`
}

/** A session for the browser of this page, made by a call: the pages that are opened from now on are this person's. */
export async function logIn(page: Page, username: string, password = demoPassword) {
  const address = { 'X-Forwarded-For': household() }
  await page.context().setExtraHTTPHeaders(address)
  const answer = await page.request.post('/api/v3/auth/login', { data: { username, password }, headers: address })
  expect(await answer.json(), username).toHaveProperty('access_token')
}

/** Logs in and opens the competition. */
export async function enter(page: Page, username: string, competition = 'ru_season_5') {
  await logIn(page, username)
  await page.goto(`/${competition}`)
}

/** Types into the login page as a person would; for the tests of that page and of what follows it. */
export async function typeLogin(page: Page, username: string, password = demoPassword) {
  await page.getByLabel('Электронная почта или телефон').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

/** Stops the page's installed clock, far enough ahead for a machine that takes its time to say so. */
export async function stopTime(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

/** Chooses in a list that opens from a button with the field's label. */
export async function choose(page: Page, label: RegExp, option: string | RegExp) {
  await page.getByRole('button', { name: label }).first().click()
  await page.getByRole('option', { name: option }).click()
}

/** Types into a field that searches as one types, and takes what is found. */
export async function suggest(page: Page, label: RegExp, typed: string, found: string) {
  await page.getByRole('searchbox', { name: label }).fill(typed)
  await page.getByRole('option', { name: found }).first().click()
}
