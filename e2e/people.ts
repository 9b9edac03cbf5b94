import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const demoPassword = 'Demo-Leader-2026'

export interface Newcomer {
  email: string
  phone: string
  snils: string
  password: string
}

let made = 0

/** A person without an account. */
export function newcomer(): Newcomer {
  made += 1
  // Digits of the time, the person and the process, each cut to a fixed length so that all three fit.
  const digits = [
    [Date.now() % 1000, 3],
    [made % 100, 2],
    [process.pid % 10_000, 4],
  ]
    .map(([number = 0, length]) => String(number).padStart(length ?? 0, '0'))
    .join('')
  return {
    email: `visitor${digits}@b.test`,
    phone: `+7916${digits.slice(-7)}`,
    snils: snilsOf(`1${digits.slice(-8)}`),
    password: 'Kedr-Volna-4817-Zima',
  }
}

/** The nine digits with their two check digits. */
function snilsOf(nine: string): string {
  const sum = [...nine].reduce((total, digit, place) => total + Number(digit) * (9 - place), 0)
  const control = sum % 101 === 100 ? 0 : sum % 101
  return `${nine}${String(control).padStart(2, '0')}`
}

/** The code of the newest message to this address. Waits until it differs from `after`. */
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

/** Each login comes from another client address, because logins per address are limited to thirty a minute. */
let households = process.pid * 1000
function household(): Record<string, string> {
  households += 1
  return { 'X-Forwarded-For': `10.${(households >> 16) & 255}.${(households >> 8) & 255}.${households & 255}` }
}

/** This browser gets a client address of its own: SMS per address are limited to ten an hour. */
export const fromOwnAddress = (page: Page) => page.context().setExtraHTTPHeaders(household())

/** Logs in by an API call, without opening a page. All pages opened later in this browser context have the session. */
export async function logIn(page: Page, username: string, password = demoPassword) {
  const address = household()
  await page.context().setExtraHTTPHeaders(address)
  const answer = await page.request.post('/api/v3/auth/login', { data: { username, password }, headers: address })
  expect(await answer.json(), username).toHaveProperty('access_token')
}

/** Logs in and opens the competition. */
export async function enter(page: Page, username: string, competition = 'ru_season_5') {
  await logIn(page, username)
  await page.goto(`/${competition}`)
}

/** Logs in on the login page, for tests of that page and of the pages after it. */
export async function typeLogin(page: Page, username: string, password = demoPassword) {
  await page.getByLabel('Электронная почта или телефон').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

/**
 * Stops the page's clock, far enough in the future that a slow machine does not matter. The program must have started:
 * it repeats an early press by a timer, which would never fire with a stopped clock.
 */
export async function stopTime(page: Page) {
  await page.waitForFunction(() => !('earlyPress' in window))
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

/** Chooses from a list that opens from a button with the field's label. */
export async function choose(page: Page, label: RegExp, option: string | RegExp) {
  await page.getByRole('button', { name: label }).first().click()
  await page.getByRole('option', { name: option }).click()
}

/** Types into a search field and chooses a result. */
export async function suggest(page: Page, label: RegExp, typed: string, found: string) {
  await page.getByRole('searchbox', { name: label }).fill(typed)
  await page.getByRole('option', { name: found }).first().click()
}
