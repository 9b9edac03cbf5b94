import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, lastCode, logIn, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(48 * hour))

const minute = 60_000
const hour = 60 * minute

async function restore({ email }: { email: string }, cookies: Record<string, string> = {}) {
  const answer = await app.call('POST /auth/login/restore', { body: { username: email }, cookies })
  await app.work('send_restore_letter')
  return answer
}
const lettersTo = async ({ email }: { email: string }) =>
  (await app.call('GET /dev/outbox', { query: { to: email } })).body

/** A person for whom letters were requested and wrong digits typed this many times, until the letters expired. */
async function guessed(tries: number) {
  const person = await anAccount(app)
  const { cookies } = await restore(person)
  const code = (await lastCode(app, person.email)) === '000000' ? '000001' : '000000'
  const body = { code, password: rightPassword, password_confirmation: rightPassword }
  for (let count = 0; count < tries; count += 1)
    await app.call('POST /auth/password/create', { body, cookies: { restore: cookies.restore ?? '' } })
  app.clock.advance(hour)
  return person
}
/** Whether a new letter has digits, or only the link. */
async function hasDigits(person: { email: string }): Promise<boolean> {
  const before = (await lettersTo(person)).length
  await restore(person)
  const [letter, ...earlier] = await lettersTo(person)
  expect(earlier).toHaveLength(before)
  const has = /^Код для нового пароля: \d{6}$/m.test(letter?.text ?? '')
  expect(letter?.subject).toMatch(has ? /^\d{6} — код для нового пароля$/ : /^Новый пароль$/)
  expect(letter?.text.includes('Кода в этом письме нет')).toBe(!has)
  return has
}

test('the link of a portal without competitions leads to a page outside them', async () => {
  const person = await anAccount(app)
  await restore(person)
  const [letter] = await lettersTo(person)
  expect(letter?.text).toMatch(new RegExp(`^${app.config.publicUrl}/forgot\\?step=password#[\\w-]{43}$`, 'm'))
})

test('unknown devices get three valid letters at most, and the next when the first has expired', async () => {
  const person = await anAccount(app)
  const { cookies } = await logIn(app, person)
  const count = async (device: Record<string, string> = {}) => {
    await restore(person, device)
    return (await lettersTo(person)).length
  }
  const began = app.clock.now().getTime()
  for (const sent of [1, 2, 3, 3]) {
    expect(await count()).toBe(sent)
    app.clock.advance(3 * minute)
  }
  app.clock.set(new Date(began + hour - 1))
  expect(await count()).toBe(3)
  app.clock.advance(1)
  expect(await count()).toBe(4)
  expect(await count({ device: cookies.device ?? '' })).toBe(5)
})

test('after ten wrong tries a letter has only the link, until a day after those digits have expired', async () => {
  expect(await hasDigits(await guessed(9))).toBe(true)
  expect(await hasDigits(await guessed(10))).toBe(false)
  const one = await guessed(10)
  app.clock.advance(24 * hour - 1)
  expect(await hasDigits(one)).toBe(false)
  const other = await guessed(10)
  app.clock.advance(24 * hour)
  expect(await hasDigits(other)).toBe(true)
})

test('letters are counted for each person separately', async () => {
  const [busy, quiet] = [await anAccount(app), await anAccount(app)]
  for (let count = 0; count < 3; count += 1) {
    await restore(busy)
    app.clock.advance(3 * minute)
  }
  await restore(quiet)
  expect(await lettersTo(quiet)).toHaveLength(1)
})

test('R-05 a letter that was not sent cannot be used, nor digits that a letter does not have', async () => {
  const usable = async ({ id }: { id: number }) =>
    app.db.selectFrom('password_resets').select('digits_hash').where('account_id', '=', id).execute()
  const person = await anAccount(app)
  await restore(person)
  await restore(person)
  expect(await lettersTo(person)).toHaveLength(1)
  expect(await usable(person)).toEqual([{ digits_hash: expect.any(Buffer) }])
  const other = await guessed(10)
  expect(await hasDigits(other)).toBe(false)
  expect((await usable(other)).filter(({ digits_hash }) => digits_hash === null)).toHaveLength(1)
})
