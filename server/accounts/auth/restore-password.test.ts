import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, logIn, rightPassword } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

const newPassword = 'Novaya-Tropa-9051-Lug'
/** Requests a letter and sends it. */
async function restore(username: string, cookies: Record<string, string> = {}) {
  const body = { username, competition_code: 'ru_season_5' }
  const answer = await app.call('POST /auth/login/restore', { body, cookies })
  await app.work('send_restore_letter')
  return answer
}
const create = (
  code: string,
  password = newPassword,
  password_confirmation = password,
  cookies: Record<string, string> = {},
) => app.call('POST /auth/password/create', { body: { code, password, password_confirmation }, cookies })
const lettersTo = async (to: string) => (await app.call('GET /dev/outbox', { query: { to } })).body
/** The code in the link of the newest letter. */
const lastLink = async (to: string) =>
  /forgot\?step=password#([\w-]{43})/.exec((await lettersTo(to))[0]?.text ?? '')?.[1] ?? ''
const login = (username: string, password: string) => app.call('POST /auth/login', { body: { username, password } })

test('R-05 CL-01 the answer does not reveal whether the account exists', async () => {
  const person = await anAccount(app)
  const asked = async (username: string) => {
    const { status, text } = await restore(username)
    return { status, text }
  }
  const [known, unknown] = [await asked(person.email), await asked('nobody@example.test')]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(JSON.parse(known.text)).toEqual({ sent: true, repeat_after: 120 })
  expect(await lettersTo('nobody@example.test')).toEqual([])
  expect(await lastCode(app, person.email)).toMatch(/^\d{6}$/)
})

test('R-05 a request takes the same statements for a known and an unknown name, and a job does the rest', async () => {
  const person = await anAccount(app)
  const statements = async (username: string) => {
    const body = { username }
    return countQueries(() => app.call('POST /auth/login/restore', { body }))
  }
  expect(await statements(person.email)).toBe(await statements('nobody@example.test'))
  expect(await lettersTo(person.email)).toEqual([])
  const { rows } = await sql<{ size: number }>`
    select octet_length(payload::text) as size from graphile_worker._private_jobs order by id desc limit 2`.execute(
    app.db,
  )
  expect(rows).toHaveLength(2)
  // The name is sealed in the queue, so the table does not reveal who has asked.
  const queued = await sql<{ text: string }>`select payload::text as text from graphile_worker._private_jobs`.execute(
    app.db,
  )
  expect(JSON.stringify(queued.rows)).not.toContain(person.email)
  await app.work('send_restore_letter')
  expect(await lettersTo(person.email)).toHaveLength(1)
})

describe('six digits', () => {
  const wrong = (digits: string) => (digits === '000000' ? '000001' : '000000')
  const inBrowser = (code: string, browser: { cookies: Record<string, string> }) =>
    create(code, newPassword, newPassword, { restore: browser.cookies.restore ?? '' })

  test('set a new password in the browser that requested them, and in no other', async () => {
    const person = await anAccount(app)
    const here = await restore(person.email)
    const digits = await lastCode(app, person.email)
    expect((await create(digits)).body.code).toBe('code_of_other_browser')
    app.clock.advance(121_000)
    const stranger = await restore(person.email)
    expect((await inBrowser(digits, stranger)).body.code).toBe('invalid_code')
    const answer = await inBrowser(` ${digits.slice(0, 3)} ${digits.slice(3)}`, here)
    expect(answer.body).toEqual({ username: person.email })
    expect(answer.cookies.restore).toBe('')
    expect((await login(person.email, newPassword)).status).toBe(200)
    expect((await inBrowser(digits, here)).body.code).toBe('link_expired')
  })

  test('have five tries, also for a name without an account, and a weak password costs none', async () => {
    const person = await anAccount(app)
    const [known, unknown] = [await restore(person.email), await restore('nobody@example.test')]
    const digits = await lastCode(app, person.email)
    const weak = { restore: known.cookies.restore ?? '' }
    for (let count = 0; count < 6; count += 1)
      expect((await create(digits, 'Password1234', 'Password1234', weak)).body.code).toBe('password_too_common')
    for (const browser of [known, unknown]) {
      const codes = []
      for (let count = 0; count < 6; count += 1) codes.push((await inBrowser(wrong(digits), browser)).body.code)
      expect(codes).toEqual([...Array(5).fill('invalid_code'), 'too_many_code_attempts'])
    }
    expect((await inBrowser(digits, known)).body.code).toBe('too_many_code_attempts')
    expect((await create(await lastLink(person.email))).status).toBe(200)
  })

  test('of an earlier letter are accepted too when the browser asks again, all for an hour', async () => {
    const person = await anAccount(app)
    const first = await restore(person.email)
    const digits = await lastCode(app, person.email)
    const cookie = { restore: first.cookies.restore ?? '' }
    // Too early for another letter: the digits of the first must stay valid.
    expect((await restore(person.email, cookie)).cookies.restore).toBe(first.cookies.restore)
    expect((await create(wrong(digits), newPassword, newPassword, cookie)).body.code).toBe('invalid_code')
    expect((await create(digits, newPassword, newPassword, cookie)).status).toBe(200)
    app.clock.advance(3_600_000)
    expect((await create(digits, newPassword, newPassword, cookie)).body.code).toBe('email_code_expired')
  })

  test('can be tried ten times a day: after that letters for unknown devices have only the link', async () => {
    const person = await anAccount(app)
    const { cookies } = await logIn(app, person)
    for (let round = 0; round < 2; round += 1) {
      const browser = await restore(person.email)
      for (let count = 0; count < 5; count += 1) await inBrowser(wrong(await lastCode(app, person.email)), browser)
      app.clock.advance(121_000)
    }
    await restore(person.email)
    const [letter] = await lettersTo(person.email)
    expect(letter?.text).toContain('Кода в этом письме нет')
    await restore(person.email, { device: cookies.device ?? '' })
    expect((await lettersTo(person.email))[0]?.subject).toMatch(/^\d{6} — код для нового пароля$/)
    expect((await create(await lastLink(person.email))).status).toBe(200)
  })
})

test('CL-01 the letter holds the link to the page and six digits; asking by phone sends it to the same address', async () => {
  const person = await anAccount(app)
  await restore(person.phone ?? '')
  const [letter] = await lettersTo(person.email)
  expect(letter?.channel).toBe('email')
  expect(letter?.text).toMatch(/: \d{6}\n/)
  expect(letter?.text).toContain(`${app.config.publicUrl}/ru_season_5/forgot?step=password#`)
})

test('R-09 a new password ends every session and the old password', async () => {
  const person = await anAccount(app)
  const { token, cookies } = await logIn(app, person)
  await restore(person.email)
  const answer = await create(await lastLink(person.email))
  expect(answer.body).toEqual({ username: person.email })
  expect((await app.call('GET /user/profile', { token })).status).toBe(401)
  expect((await app.call('POST /auth/token/refresh', { cookies })).status).toBe(403)
  expect((await login(person.email, rightPassword)).status).toBe(401)
  expect((await login(person.email, newPassword)).status).toBe(200)
})

test('after a new password its owner gets a letter, and the browser that set it is a known device', async () => {
  const person = await anAccount(app)
  await logIn(app, person)
  await restore(person.email)
  const { cookies } = await create(await lastLink(person.email))
  const [letter] = await lettersTo(person.email)
  expect(letter?.subject).toBe('Пароль изменён')
  expect(letter?.text).toContain('задан новый пароль. Все прежние сеансы завершены.\n')
  const body = { username: person.email, password: newPassword }
  const subject = async (device: Record<string, string>) => {
    await app.call('POST /auth/login', { body, cookies: device })
    return (await lettersTo(person.email))[0]?.subject
  }
  expect(await subject({ device: cookies.device ?? '' })).toBe('Пароль изменён')
  expect(await subject({})).toBe('Вход с нового устройства')
})

test('R-09 a new password does not skip the second factor', async () => {
  const person = await anAccount(app)
  await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
  await restore(person.email)
  const answer = await create(await lastLink(person.email))
  expect(answer.cookies.refresh).toBe('')
  expect((await login(person.email, newPassword)).status).toBe(202)
})

test('R-06 recovery works while the login is locked, and unlocks it', async () => {
  const person = await anAccount(app)
  for (let count = 0; count < 6; count += 1) await login(person.email, 'Wrong-Password-4817')
  expect((await login(person.email, rightPassword)).status).toBe(429)
  await restore(person.email)
  await create(await lastLink(person.email))
  expect((await login(person.email, newPassword)).status).toBe(200)
})

test('a code works once within an hour, and replaces earlier codes', async () => {
  const person = await anAccount(app)
  await restore(person.email)
  const first = await lastLink(person.email)
  app.clock.advance(121_000)
  await restore(person.email)
  const second = await lastLink(person.email)
  expect((await create(second)).status).toBe(200)
  expect((await create(second)).body.code).toBe('link_expired')
  expect((await create(first)).body.code).toBe('link_expired')
  app.clock.advance(121_000)
  await restore(person.email)
  app.clock.advance(3_600_000)
  expect((await create(await lastLink(person.email))).body.code).toBe('link_expired')
  expect((await create('made-up')).body.code).toBe('link_expired')
})

test('letters are at least two minutes apart, with the same answer', async () => {
  const person = await anAccount(app)
  const [first, second] = [await restore(person.email), await restore(person.email)]
  expect(second.text).toBe(first.text)
  expect(await lettersTo(person.email)).toHaveLength(1)
})

test('VL-13 R-01 R-02 a new password must follow the rules, and its repetition must match', async () => {
  const person = await anAccount(app)
  await restore(person.email)
  const code = await lastLink(person.email)
  const refusals: [string, string, string][] = [
    ['Korotkij-17', 'Korotkij-17', 'password_too_simple'],
    ['bez-zaglavnyh-4817', 'bez-zaglavnyh-4817', 'password_too_simple'],
    ['BEZ-STROCHNYH-4817', 'BEZ-STROCHNYH-4817', 'password_too_simple'],
    ['Sovsem-Bez-Tsifr', 'Sovsem-Bez-Tsifr', 'password_too_simple'],
    ['Password1234', 'Password1234', 'password_too_common'],
  ]
  for (const [password, confirmation, refusal] of refusals)
    expect((await create(code, password, confirmation)).body.code).toBe(refusal)
  const mismatch = await create(code, newPassword, `${newPassword} `)
  expect(mismatch.body).toMatchObject({ code: 'passwords_mismatch', message: 'Пароли не совпадают' })
  const atMaxLength = ` ${newPassword} 🦔`.padEnd(127, 'ё')
  expect((await create(code, atMaxLength)).status).toBe(200)
  expect((await login(person.email, atMaxLength)).status).toBe(200)
})
