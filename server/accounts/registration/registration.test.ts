import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, rightPassword, tokenOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { isSnils, readDocument } from './personal-documents.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

let people = 0
function contacts() {
  people += 1
  return { email: `visitor${people}@example.test`, phone: `+7926${String(people * 1237).padStart(7, '0')}` }
}

type Contacts = ReturnType<typeof contacts>

const prepare = (who: Contacts, competition_code = 'ru_season_5', door?: 'participant' | 'supporter') =>
  app.call('POST /auth/register/prepare', { body: { ...who, competition_code, door } })
const confirmPhone = (registration_id: string, code: string) =>
  app.call('POST /auth/register/phone_confirm', { body: { registration_id, code } })
const confirmEmail = (registration_id: string, code: string) =>
  app.call('POST /auth/register/email_confirm', { body: { registration_id, code } })
const regInfo = (registration_id: string, data: Record<string, unknown>, complete?: boolean) =>
  app.call('POST /auth/register/reg_info', { body: { registration_id, data, complete } })
const complete = (registration_id: string, more: Partial<Parameters<typeof completion>[1]> = {}) =>
  app.call('POST /auth/register/complete', { body: completion(registration_id, more) })

function completion(
  registration_id: string,
  more: {
    password?: string
    password_confirmation?: string
    promocode?: string
    track?: string
    consents?: { code: string; version: number }[]
  },
) {
  return {
    registration_id,
    password: rightPassword,
    password_confirmation: rightPassword,
    consents: [{ code: 'personal_data', version: 2 }],
    ...more,
  }
}

const strict = { age: { min: 18, max: 30, on: { year: 2026, month: 9, day: 1 } }, min_experience_years: 3 }

const info = { last_name: 'Кедрова', first_name: 'Анна', birth_date: '15.03.1990' }

/** Confirms phone and e-mail. */
async function confirmed(who = contacts(), competition?: string, door?: 'participant' | 'supporter') {
  const id = (await prepare(who, competition, door)).body.registration_id
  await confirmPhone(id, await lastCode(app, who.phone))
  const answer = await confirmEmail(id, await lastCode(app, who.email))
  expect(answer.body).toMatchObject({ phone_confirmed: true, email_confirmed: true })
  return { id, ...who }
}

test('an unfinished registration continues where it stopped, with its answers', async () => {
  const who = contacts()
  const { id } = await confirmed(who)
  await regInfo(id, { last_name: 'Кедрова' })
  const { status, body } = await app.call('POST /auth/register/progress', { body: { registration_id: id } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    email: who.email,
    phone_confirmed: true,
    email_confirmed: true,
    reg_info_complete: false,
  })
  expect(body.answer).toEqual({ last_name: 'Кедрова' })
  const unknown = await app.call('POST /auth/register/progress', { body: { registration_id: 'x'.repeat(32) } })
  expect(unknown.body).toMatchObject({ code: 'registration_step_order' })
})

describe('at the same moment', () => {
  const own = (email: string) => app.db.selectFrom('registrations').selectAll().where('email', '=', email)
  const lock = (email: string) => (tx: Tx) =>
    tx.selectFrom('registrations').select('id').where('email', '=', email).forUpdate().execute()
  const changeEmail = (registration_id: string, email: string) =>
    app.call('POST /auth/register/email_change', { body: { registration_id, email } })

  async function withPhone() {
    const who = contacts()
    const id = (await prepare(who)).body.registration_id
    await confirmPhone(id, await lastCode(app, who.phone))
    return { id, ...who }
  }

  test('TW-01 the code of an address does not confirm another that takes its place', async () => {
    const who = await withPhone()
    const stranger = contacts().email
    const code = await lastCode(app, who.email)
    const answer = await meetInOrder(app.db, {
      lock: lock(who.email),
      call: () => confirmEmail(who.id, code),
      meanwhile: (tx) =>
        tx.updateTable('registrations').set({ email: stranger }).where('email', '=', who.email).execute(),
    })
    expect(answer.body.code).toBe('invalid_code')
    expect(await own(stranger).executeTakeFirst()).toMatchObject({ email_confirmed_at: null })
  })

  test('TW-01 an address that is confirmed at the same moment is not changed', async () => {
    const who = await withPhone()
    const answer = await meetInOrder(app.db, {
      lock: lock(who.email),
      call: () => changeEmail(who.id, contacts().email),
      meanwhile: (tx) =>
        tx
          .updateTable('registrations')
          .set({ email_confirmed_at: app.clock.now() })
          .where('email', '=', who.email)
          .execute(),
    })
    expect(answer.body.code).toBe('registration_step_order')
    expect(await own(who.email).execute()).toHaveLength(1)
  })

  test('TW-12 one code sent twice confirms, and both are told so', async () => {
    const who = await withPhone()
    const code = await lastCode(app, who.email)
    const answers = await meetInOrder(app.db, {
      lock: lock(who.email),
      call: () => Promise.all([confirmEmail(who.id, code), confirmEmail(who.id, code)]),
      meanwhile: async () => {},
      waiting: 2,
    })
    expect(answers.map(({ body }) => body.email_confirmed)).toEqual([true, true])
  })

  test('TW-07 of answers that are saved at once all are kept', async () => {
    const { id, email } = await confirmed()
    await meetInOrder(app.db, {
      lock: lock(email),
      call: () => Promise.all([regInfo(id, { last_name: 'Кедрова' }), regInfo(id, { first_name: 'Анна' })]),
      meanwhile: async () => {},
      waiting: 2,
    })
    const { body } = await app.call('POST /auth/register/progress', { body: { registration_id: id } })
    expect(body.answer).toEqual({ last_name: 'Кедрова', first_name: 'Анна' })
  })

  test('TW-07 answers that were changed after their check are not handed in', async () => {
    const { id, email } = await confirmed()
    await regInfo(id, info, true)
    const answer = await meetInOrder(app.db, {
      lock: lock(email),
      call: () => complete(id),
      meanwhile: (tx) =>
        tx.updateTable('registrations').set({ info_complete_at: null }).where('email', '=', email).execute(),
    })
    expect(answer.body.code).toBe('changed_meanwhile')
    await regInfo(id, info, true)
    expect((await complete(id)).status).toBe(201)
  })
})

test('KP-01 after a closed tab the same address and the code of the same phone give the answers back, without the numbers of documents', async () => {
  await aRegistration(app.db, { code: 'other_season' })
  const who = contacts()
  const answer = { last_name: 'Кедрова', snils: '112-233-445 95' }
  await regInfo((await confirmed(who)).id, answer)
  const withOneCode = async (visitor: Contacts, competition?: string) => {
    app.clock.advance(900_000)
    const { registration_id } = (await prepare(visitor, competition)).body
    const { email_confirmed } = (await confirmPhone(registration_id, await lastCode(app, visitor.phone))).body
    const { body } = await app.call('POST /auth/register/progress', { body: { registration_id } })
    return [email_confirmed, body.answer]
  }
  expect(await withOneCode({ ...contacts(), email: who.email })).toEqual([false, {}])
  expect(await withOneCode({ ...contacts(), phone: who.phone })).toEqual([false, {}])
  expect(await withOneCode(who, 'other_season')).toEqual([false, {}])
  expect(await withOneCode(who)).toEqual([true, { last_name: 'Кедрова' }])
  app.clock.advance(24 * 3_600_000)
  expect(await withOneCode(who)).toEqual([false, {}])
})

test('KP-01 a registration whose e-mail was not confirmed gives nothing back', async () => {
  const who = contacts()
  const first = (await prepare(who)).body.registration_id
  await confirmPhone(first, await lastCode(app, who.phone))
  app.clock.advance(900_000)
  const second = (await prepare(who)).body.registration_id
  const { body } = await confirmPhone(second, await lastCode(app, who.phone))
  expect(body).toMatchObject({ phone_confirmed: true, email_confirmed: false })
})

/** A registration with all steps done except `complete`. */
async function filled(data: Record<string, unknown> = {}, competition?: string, door?: 'participant' | 'supporter') {
  const visitor = await confirmed(contacts(), competition, door)
  const answer = await regInfo(visitor.id, { ...info, ...data }, true)
  expect(answer.status).toBe(200)
  return visitor
}

const accountOf = (email: string) =>
  app.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

describe('from a visitor to a participant', () => {
  test('CL-02 SK-01 phone, e-mail, answers, password: an account, an application, a passed stage and a session', async () => {
    const who = contacts()
    const begun = await prepare(who)
    expect(begun.body).toMatchObject({
      ...who,
      door: 'participant',
      phone_confirmed: false,
      email_confirmed: false,
      reg_info_complete: false,
      sms_repeat_after: 120,
      email_repeat_after: 0,
    })
    const id = begun.body.registration_id
    const smsCode = await lastCode(app, who.phone)
    expect(smsCode).toMatch(/^\d{6}$/)
    expect((await confirmPhone(id, smsCode)).body).toMatchObject({ phone_confirmed: true, email_repeat_after: 120 })
    expect((await confirmEmail(id, await lastCode(app, who.email))).body.email_confirmed).toBe(true)
    expect((await regInfo(id, { last_name: 'Кедрова', first_name: 'Анна' })).body.reg_info_complete).toBe(false)
    expect((await regInfo(id, { birth_date: '15.03.1990' }, true)).body.reg_info_complete).toBe(true)
    const done = await complete(id, { track: 'business' })
    expect(done.status).toBe(201)
    expect(done.cookies.refresh).toMatch(/^[\w-]{43}$/)
    const profile = await app.call('GET /user/profile', { token: tokenOf(done) })
    expect(profile.body).toMatchObject({ fio: 'Кедрова Анна', ...who, email_verified: true })
    const account = await accountOf(who.email)
    expect(account.birth_date).toBe('1990-03-15')
    expect(account.test_id).toBeGreaterThan(10_000)
    const enrolled = await app.db
      .selectFrom('participations')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute()
    expect(enrolled).toMatchObject([{ competition_code: 'ru_season_5', door: 'participant', track_code: 'business' }])
    const facts = await app.db.selectFrom('stage_facts').selectAll().where('account_id', '=', account.id).execute()
    expect(facts).toMatchObject([{ submitted_at: app.clock.now(), passed_at: app.clock.now() }])
  })

  test('SK-01 registering gives a receipt, like every hand-in', async () => {
    const visitor = await filled()
    const { body } = await complete(visitor.id)
    const token = (body as { access_token: string }).access_token
    const stage = await app.db
      .selectFrom('stages')
      .select('id')
      .where('type', '=', 'registration')
      .executeTakeFirstOrThrow()
    const page = await app.call('GET /user/stages/:stage_id', { token, params: { stage_id: stage.id } })
    expect(page.body).toMatchObject({
      status: 'success',
      answer: {},
      receipt: { revision: 1, stage_title: 'Регистрация' },
    })
    const number = page.body.receipt?.number ?? ''
    const receipts = await app.call('GET /user/notifications', { token, query: { status: 'unread' } })
    expect(receipts.body.notifications[0]?.text).toContain(number)
    const letter = await app.db
      .selectFrom('outbox')
      .select('text')
      .where('recipient', '=', visitor.email)
      .where('subject', '=', 'Регистрация завершена')
      .executeTakeFirstOrThrow()
    expect(letter.text).toContain(`Номер квитанции — ${number}`)
  })

  test('CL-02 a lost answer can be requested again without a second account', async () => {
    const { id, email } = await filled()
    expect((await complete(id)).status).toBe(201)
    const again = await complete(id)
    expect(again.status).toBe(201)
    expect((await app.call('GET /user/profile', { token: tokenOf(again) })).body.email).toBe(email)
    // The browser is known too, so no letter warns of it.
    const body = { username: email, password: rightPassword }
    await app.call('POST /auth/login', { body, cookies: { device: again.cookies.device ?? '' } })
    const letters = (await app.call('GET /dev/outbox', { query: { to: email } })).body
    expect(letters.map(({ subject }) => subject)).not.toContain('Вход с нового устройства')
    const other = await complete(id, {
      password: 'Drugoj-Parol-5520-Les',
      password_confirmation: 'Drugoj-Parol-5520-Les',
    })
    expect(other.body.code).toBe('registration_step_order')
    app.clock.advance(601_000)
    expect((await complete(id)).body.code).toBe('registration_step_order')
  })

  test('CL-02 ten simultaneous calls of complete create one account and all get in', async () => {
    const { id, email } = await filled()
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const accounts = await app.db.selectFrom('accounts').select('id').where('email', '=', email).execute()
    expect(accounts).toHaveLength(1)
  })

  test('CL-02 a call during another one is answered like a later repeat: only the right password opens the account', async () => {
    const { id, email } = await filled()
    const other = 'Drugoj-Parol-5520-Les'
    const calls = await app.db.transaction().execute(async (tx) => {
      // All calls wait for this lock.
      await tx.selectFrom('registrations').select('id').where('email', '=', email).forUpdate().execute()
      const begun = [complete(id), complete(id), complete(id, { password: other, password_confirmation: other })]
      await untilWaiting(app.db, begun.length)
      return begun
    })
    const answers = await Promise.all(calls)
    const opened = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    // Any call may be the first one; its password becomes that of the account.
    expect([opened.length + refused.length, opened.length > 0]).toEqual([3, true])
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['registration_step_order']))
    const right = answers[2]?.status === 201 ? [false, false, true] : [true, true, false]
    expect(answers.map(({ status }) => status === 201)).toEqual(right)
    expect(await app.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toHaveLength(1)
  })

  test('CL-02 no step is possible before the step that it needs', async () => {
    const who = contacts()
    const id = (await prepare(who)).body.registration_id
    const early = [
      await confirmEmail(id, '000000'),
      await regInfo(id, info),
      await complete(id),
      await app.call('POST /auth/register/email_code_request', { body: { registration_id: id } }),
      await confirmPhone('a-registration-that-never-was', '000000'),
    ]
    expect(early.map(({ body }) => body.code)).toEqual(Array(5).fill('registration_step_order'))
    await confirmPhone(id, await lastCode(app, who.phone))
    expect((await regInfo(id, info)).body.code).toBe('registration_step_order')
  })

  test('VL-13 the password must follow the rules, and its repetition must match', async () => {
    const { id } = await filled()
    const refusals = [
      await complete(id, { password: 'short-1A', password_confirmation: 'short-1A' }),
      await complete(id, { password_confirmation: 'Drugoj-Parol-5520-Les' }),
      await complete(id, { password: 'Password1234', password_confirmation: 'Password1234' }),
    ]
    expect(refusals.map(({ body }) => body.code)).toEqual([
      'password_too_simple',
      'passwords_mismatch',
      'password_too_common',
    ])
    expect((await complete(id)).status).toBe(201)
  })

  test('CL-02 the address can be corrected before it is confirmed, and the letter goes to the new one', async () => {
    const who = contacts()
    const id = (await prepare(who)).body.registration_id
    await confirmPhone(id, await lastCode(app, who.phone))
    const old = await lastCode(app, who.email)
    const corrected = `corrected-${who.email}`
    const answer = await app.call('POST /auth/register/email_change', {
      body: { registration_id: id, email: corrected },
    })
    expect(answer.body.email).toBe(corrected)
    expect((await confirmEmail(id, old)).body.code).toBe('invalid_code')
    expect((await confirmEmail(id, await lastCode(app, corrected))).status).toBe(200)
  })
})

/*
 * The edge cases of the stage (KE-01) and the tests that prove them:
 * - limits of SMS by phone and by day: server/messages/outbox/send-code.test.ts; by account: server/accounts/auth/change-phone.test.ts; by
 *   address of the caller, and a new code that replaces the old one: «codes» below;
 * - another phone, two registrations of one person, foreign numbers: the next three;
 * - an account of the state service that is not confirmed: server/accounts/state-service/state-service.test.ts;
 * - the closing minute: «roles and dates» below.
 */
describe('another number', () => {
  test('SK-01 KE-01 the number can be changed before it is confirmed: the new one gets a code, and the old code opens nothing', async () => {
    const first = contacts()
    const old = (await prepare(first)).body.registration_id
    const oldCode = await lastCode(app, first.phone)
    const second = { ...contacts(), email: first.email }
    const changed = await prepare(second)
    expect(changed.body).toMatchObject({ phone: second.phone, phone_confirmed: false, sms_repeat_after: 120 })
    const id = changed.body.registration_id
    const code = await lastCode(app, second.phone)
    if (code !== oldCode) expect((await confirmPhone(id, oldCode)).body.code).toBe('invalid_code')
    expect((await confirmPhone(id, code)).body).toMatchObject({ phone_confirmed: true, email: first.email })
    expect((await confirmEmail(id, await lastCode(app, first.email))).status).toBe(200)
    expect((await regInfo(old, info)).body.code).toBe('registration_step_order')
  })

  test('SK-01 KE-01 a person who registers again with another phone is refused by СНИЛС, passport or e-mail, and has one account', async () => {
    const papers = { snils: '123-456-789 64', reg_passport: '4511222333' }
    const once = await filled(papers)
    expect((await complete(once.id)).status).toBe(201)
    for (const [data, code] of [
      [{ snils: '12345678964' }, 'snils_exists'],
      [{ reg_passport: '4511222333' }, 'passport_exists'],
    ] as const) {
      const twice = await filled(data)
      const refused = await complete(twice.id)
      expect([refused.status, refused.body.code]).toEqual([409, code])
      expect(await app.db.selectFrom('accounts').select('id').where('email', '=', twice.email).execute()).toEqual([])
    }
    const other = { ...contacts(), email: once.email }
    const id = (await prepare(other)).body.registration_id
    await confirmPhone(id, await lastCode(app, other.phone))
    app.clock.advance(121_000)
    await app.call('POST /auth/register/email_code_request', { body: { registration_id: id } })
    expect((await confirmEmail(id, await lastCode(app, once.email))).body.code).toBe('email_exists')
  })

  test('SK-01 KE-01 R-21 a foreign number gets its code if the competition accepts foreign numbers, and is refused elsewhere', async () => {
    await aRegistration(app.db, { code: 'abroad', foreign_phones: true })
    const visitor = { ...contacts(), phone: '+375291234567' }
    expect((await prepare(visitor)).body.code).toBe('phone_unsupported')
    const { id } = await confirmed(visitor, 'abroad')
    await regInfo(id, info, true)
    expect((await complete(id)).status).toBe(201)
    expect((await accountOf(visitor.email)).phone).toBe(visitor.phone)
  })
})

describe('an e-mail or phone that is already registered', () => {
  test('R-05 the first step answers as for a new one; only after the code does the owner learn it', async () => {
    const known = await anAccount(app)
    const phoneTaken = { ...contacts(), phone: known.phone ?? '' }
    const emailTaken = { ...contacts(), email: known.email }
    const fresh = contacts()
    const shape = async (who: Contacts) => {
      const { status, body } = await prepare(who)
      return { status, body: { ...body, registration_id: '', email: '', phone: '' }, id: body.registration_id }
    }
    const [a, b, c] = [await shape(phoneTaken), await shape(emailTaken), await shape(fresh)]
    expect([a.status, a.body]).toEqual([c.status, c.body])
    expect([b.status, b.body]).toEqual([c.status, c.body])
    const byPhone = await confirmPhone(a.id, await lastCode(app, phoneTaken.phone))
    expect(byPhone.body.code).toBe('phone_exists')
    expect((await confirmPhone(b.id, await lastCode(app, emailTaken.phone))).status).toBe(200)
    const byEmail = await confirmEmail(b.id, await lastCode(app, emailTaken.email))
    expect(byEmail.body.code).toBe('email_exists')
  })

  test('two simultaneous registrations with one e-mail create one account', async () => {
    const [one, other] = [contacts(), contacts()]
    const first = await confirmed(one)
    app.clock.advance(121_000)
    const second = await confirmed({ ...other, email: one.email })
    for (const { id } of [first, second]) await regInfo(id, info, true)
    const answers = await Promise.all([complete(first.id), complete(second.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('codes', () => {
  test('R-08 after five wrong codes even the right one is refused until a new one is requested', async () => {
    const who = contacts()
    const id = (await prepare(who)).body.registration_id
    const code = await lastCode(app, who.phone)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let count = 0; count < 5; count += 1) expect((await confirmPhone(id, wrong)).body.code).toBe('invalid_code')
    expect((await confirmPhone(id, code)).body.code).toBe('too_many_code_attempts')
    app.clock.advance(120_000)
    const repeated = await app.call('POST /auth/register/sms_repeat', { body: { registration_id: id } })
    expect(repeated.body.sms_repeat_after).toBe(120)
    expect((await confirmPhone(id, await lastCode(app, who.phone))).status).toBe(200)
  })

  test('CL-02 R-08 a code by SMS is valid for two minutes, one by e-mail for ten', async () => {
    const who = contacts()
    const id = (await prepare(who)).body.registration_id
    app.clock.advance(120_000)
    const late = await confirmPhone(id, await lastCode(app, who.phone))
    expect(late.body).toMatchObject({ code: 'sms_code_outdated', message: 'СМС код устарел. Запросите новый.' })
    await app.call('POST /auth/register/sms_repeat', { body: { registration_id: id } })
    app.clock.advance(119_999)
    expect((await confirmPhone(id, await lastCode(app, who.phone))).status).toBe(200)
    app.clock.advance(599_999)
    const other = (await lastCode(app, who.email)) === '111111' ? '222222' : '111111'
    expect((await confirmEmail(id, other)).body.code).toBe('invalid_code')
    app.clock.advance(1)
    expect((await confirmEmail(id, await lastCode(app, who.email))).body.code).toBe('email_code_expired')
  })

  test('KE-01 R-20 a new code can be requested after two minutes and replaces the old one', async () => {
    const who = contacts()
    const id = (await prepare(who)).body.registration_id
    const first = await lastCode(app, who.phone)
    const repeat = () => app.call('POST /auth/register/sms_repeat', { body: { registration_id: id } })
    app.clock.advance(119_000)
    expect((await repeat()).body).toMatchObject({ code: 'sms_limit', retry_after: 1 })
    expect((await prepare({ ...contacts(), phone: who.phone })).body.code).toBe('sms_limit')
    app.clock.advance(1_000)
    expect((await repeat()).status).toBe(200)
    const second = await lastCode(app, who.phone)
    if (first !== second) expect((await confirmPhone(id, first)).body.code).toBe('invalid_code')
    expect((await confirmPhone(id, second)).status).toBe(200)
  })

  test('KE-01 R-20 one client gets ten codes per hour, for all numbers together', async () => {
    const from = (ip: string) =>
      app.call('POST /auth/register/prepare', { body: { ...contacts(), competition_code: 'ru_season_5' }, ip })
    for (let count = 0; count < 10; count += 1) expect((await from(`2001:db8:1:2::${count + 1}`)).status).toBe(200)
    expect((await from('2001:db8:1:2:ffff::1')).body).toMatchObject({ code: 'sms_limit', retry_after: 3600 })
    expect((await from('2001:db8:1:3::1')).status).toBe(200)
  })

  test('R-08 codes and registration ids are stored only as hashes', async () => {
    const who = contacts()
    const id = (await prepare(who)).body.registration_id
    const code = await lastCode(app, who.phone)
    const kept = [
      ...(await app.db.selectFrom('verification_codes').selectAll().execute()),
      ...(await app.db.selectFrom('registrations').selectAll().execute()),
    ].map((row) => JSON.stringify(row))
    expect(kept.join()).not.toContain(id)
    expect(kept.filter((row) => row.includes(`"code_hash"`)).join()).not.toContain(`"${code}"`)
  })
})

describe('roles and dates', () => {
  test('CL-02 notify gives the dates, the roles and the organiser’s text', async () => {
    const opensAt = new Date('2028-01-10T07:00:00Z')
    const closesAt = new Date('2028-02-10T07:00:00Z')
    await aRegistration(app.db, { code: 'dated', opensAt, closesAt, doors: { participant: true, supporter: false } })
    const before = await app.call('GET /registration/:code/notify', { params: { code: 'dated' } })
    expect(before.body).toEqual({
      open: false,
      opens_at: '2028-01-10 10:00:00',
      closes_at: '2028-02-10 10:00:00',
      doors: { participant: true, supporter: false },
      text: 'Добро пожаловать',
    })
    expect((await prepare(contacts(), 'dated')).body.code).toBe('registration_not_started')
    const now = app.clock.now()
    app.clock.set(opensAt)
    expect((await app.call('GET /registration/:code/notify', { params: { code: 'dated' } })).body.open).toBe(true)
    expect((await prepare(contacts(), 'dated', 'supporter')).body.code).toBe('registration_closed_supporters')
    app.clock.set(closesAt)
    expect((await prepare(contacts(), 'dated')).body.code).toBe('registration_closed_participants')
    app.clock.set(now)
    const unknown = await app.call('GET /registration/:code/notify', { params: { code: 'no_such' } })
    expect(unknown.body).toMatchObject({ code: 'competition_not_found', message: 'Конкурс не найден' })
  })

  test('CL-02 KE-01 a registration begun before the end may be finished within half an hour after it', async () => {
    const closesAt = new Date(app.clock.now().getTime() + 60_000)
    await aRegistration(app.db, { code: 'closing', closesAt })
    const [quick, slow] = [contacts(), contacts()]
    const id = (await prepare(quick, 'closing')).body.registration_id
    const late = (await prepare(slow, 'closing')).body.registration_id
    await confirmPhone(id, await lastCode(app, quick.phone))
    app.clock.advance(5 * 60_000)
    await confirmEmail(id, await lastCode(app, quick.email))
    await regInfo(id, info, true)
    expect((await complete(id)).status).toBe(201)
    app.clock.advance(27 * 60_000)
    const code = await lastCode(app, slow.phone)
    expect((await confirmPhone(late, code)).body.code).toBe('registration_closed_participants')
  })

  test('CL-02 the form comes with its documents, its tracks and the list of what to prepare', async () => {
    const { body } = await app.call('GET /registration/:code/form', { params: { code: 'ru_season_5' } })
    expect(body.form.sections[0]).toMatchObject({ code: 'person' })
    expect(body.documents.map(({ code, version }) => [code, version])).toEqual([
      ['personal_data', 2],
      ['news', 1],
    ])
    expect(body.tracks).toEqual([
      { code: 'business', title: 'business', description: '', stages: 0, opens_at: null, closes_at: null },
    ])
    expect(body.needed).toEqual(['СНИЛС'])
  })
})

describe('answers', () => {
  test('SK-01 each step is stored even with faults; the end reports all faults', async () => {
    const { id } = await confirmed()
    await regInfo(id, { last_name: 'Кедрова' })
    const whole = await regInfo(id, { snils: '111', birth_date: 'завтра' }, true)
    expect(whole.body.code).toBe('form_invalid')
    expect(Object.keys(whole.body.fields ?? {}).sort()).toEqual(['birth_date', 'first_name', 'snils'])
    expect(whole.body.fields?.first_name).toEqual({ rule: 'required', message: 'Обязательное поле' })
    expect(whole.body.fields?.snils?.rule).toBe('snils_incorrect')
    const mended = await regInfo(id, { snils: '', birth_date: '15.03.1990', first_name: 'Анна' }, true)
    expect(mended.body.reg_info_complete).toBe(true)
    expect((await regInfo(id, { first_name: '' })).body.reg_info_complete).toBe(false)
  })

  test('SK-01 an impossible document number is reported at its step, unless it is not asked', async () => {
    const { id } = await confirmed()
    const wrong = await regInfo(id, { snils: '123-456-789 00' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'form_invalid'])
    expect(wrong.body.fields).toEqual({ snils: { rule: 'snils_incorrect', message: 'Проверьте номер СНИЛС' } })
    expect((await regInfo(id, { snils: '112-233-445 95' })).status).toBe(200)
  })

  test('too many recommendations are refused at their question, and a race stores none of them', async () => {
    const text = (name: string) => ({ name, label: name, view: 'text' as const })
    const recommendations = {
      ...{ name: 'recommendations', label: 'Рекомендации', view: 'group' as const },
      fields: [text('who')],
    }
    const fields = [text('last_name'), text('first_name'), recommendations]
    const form = { version: 1, sections: [{ code: 'main', title: '', fields }] }
    const { stageId } = await aRegistration(app.db, { code: 'recommended', max_recommendations: 2, form })
    const given = (count: number) => ({
      ...{ last_name: 'Кедрова', first_name: 'Анна' },
      recommendations: Array.from({ length: count }, (_, at) => ({ who: `Рекомендатель ${at}` })),
    })
    const { id } = await confirmed(contacts(), 'recommended')
    for (const end of [false, true]) {
      const { status, body } = await regInfo(id, given(3), end)
      expect([status, body.code, body.message]).toEqual([
        ...[422, 'too_many_recommendations', 'Слишком много рекомендаций. Оставьте не больше 2'],
      ])
      expect(Object.keys(body.fields ?? {})).toEqual(['recommendations'])
    }
    expect((await complete(id)).body.code).toBe('too_many_recommendations')
    expect((await regInfo(id, given(2), true)).status).toBe(200)
    await Promise.all([complete(id), regInfo(id, given(3)), regInfo(id, given(3), true), complete(id)])
    await regInfo(id, given(2), true)
    expect((await complete(id)).status).toBe(201)
    const stored = await app.db.selectFrom('applications').select('data').where('stage_id', '=', stageId).execute()
    expect(stored.map(({ data }) => (data.recommendations as unknown[]).length)).toEqual([2])
  })

  test('KP-01 a citizen gives СНИЛС or a passport, a foreigner the document of the country; numbers of the other branch are not stored', async () => {
    const [ru, byPassport] = [
      { field: 'citizenship', equals: 'RU' },
      { field: 'by_passport', equals: true },
    ] as const
    const named = { ...info, citizenship: 'RU' }
    const text = (name: string) => ({ name, label: name, view: 'text' as const })
    const required = { validation_rules: { required: true } }
    await aRegistration(app.db, {
      code: 'branches',
      form: {
        version: 1,
        sections: [
          {
            code: 'person',
            title: 'О себе',
            fields: [
              ...['last_name', 'first_name', 'birth_date', 'citizenship'].map(text),
              { ...text('by_passport'), view: 'checkbox', visible_when: ru },
              { ...text('snils'), ...required, visible_when: { all: [ru, { not: byPassport }] } },
              { ...text('reg_passport'), ...required, visible_when: { any: [byPassport, { not: ru }] } },
            ],
          },
        ],
      },
    })
    const { id, email } = await confirmed(contacts(), 'branches')
    const faultsOf = async (data: Record<string, unknown>) => {
      const { body } = await regInfo(id, { snils: '', reg_passport: '', ...named, ...data }, true)
      return Object.fromEntries(Object.entries(body.fields ?? {}).map(([name, { rule }]) => [name, rule]))
    }
    expect(await faultsOf({ by_passport: false })).toEqual({ snils: 'required' })
    expect(await faultsOf({ by_passport: false, snils: '112-233-445 95' })).toEqual({})
    expect(await faultsOf({ by_passport: true })).toEqual({ reg_passport: 'required' })
    expect(await faultsOf({ by_passport: true, reg_passport: '12345' })).toEqual({ reg_passport: 'passport_incorrect' })
    expect(await faultsOf({ by_passport: true, reg_passport: '4511998877' })).toEqual({})
    expect(await faultsOf({ by_passport: true, reg_passport: '45 11 998877' })).toEqual({})
    expect(await faultsOf({ citizenship: 'KZ' })).toEqual({ reg_passport: 'required' })
    const left = { snils: '087-654-303 00', by_passport: true }
    expect(await faultsOf({ ...left, citizenship: 'KZ', reg_passport: 'N 1234567' })).toEqual({})
    expect((await complete(id)).status).toBe(201)
    const { id: accountId } = await accountOf(email)
    expect(await readDocument(app.db, app.config, accountId, 'passport')).toBe('N1234567')
    expect(await readDocument(app.db, app.config, accountId, 'snils')).toBeNull()
  })

  test('SK-01 every unmet criterion is reported with its number, and nothing is stored', async () => {
    await aRegistration(app.db, { code: 'strict', admission: strict })
    const visitor = await confirmed(contacts(), 'strict')
    const refused = await regInfo(visitor.id, { ...info, manage_age: 1 }, true)
    expect(refused.status).toBe(422)
    const ofAge = 'Возраст не соответствует условиям конкурса: от 18 до 30 лет на 01.09.2026'
    expect(refused.body).toMatchObject({
      code: 'age_criteria',
      message: ofAge,
      fields: {
        birth_date: { rule: 'age_criteria', message: ofAge },
        manage_age: { message: 'Управленческого опыта недостаточно, условие конкурса: от 3 лет' },
      },
    })
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['birth_date', 'manage_age'])
    expect((await complete(visitor.id)).body.code).toBe('age_criteria')
  })

  test('KP-01 criteria are shown before the start, and each is checked at its own step', async () => {
    await aRegistration(app.db, { code: 'strict_steps', admission: strict })
    const { body } = await app.call('GET /registration/:code/form', { params: { code: 'strict_steps' } })
    expect(body.criteria).toEqual([
      { code: 'age_criteria', title: 'Возраст', words: 'от 18 до 30 лет на 01.09.2026' },
      { code: 'experience_criteria', title: 'Опыт управления', words: 'от 3 лет' },
    ])
    const { id } = await confirmed(contacts(), 'strict_steps')
    const faultsOf = async (data: Record<string, unknown>) => Object.keys((await regInfo(id, data)).body.fields ?? {})
    expect(await faultsOf({ last_name: 'Кедрова' })).toEqual([])
    expect(await faultsOf({ birth_date: '15.03.1990' })).toEqual(['birth_date'])
    expect(await faultsOf({ birth_date: '15.03.2000' })).toEqual([])
    expect(await faultsOf({ manage_age: 2 })).toEqual(['manage_age'])
    expect(await faultsOf({ manage_age: 3 })).toEqual([])
  })

  test('a supporter gives the name and the consents, and nothing else is requested or stored', async () => {
    await aRegistration(app.db, { code: 'strict_door', admission: strict })
    const supporter = await confirmed(contacts(), 'strict_door', 'supporter')
    const nobody = await regInfo(supporter.id, { birth_date: '15.03.1990', snils: '112-233-445 95' }, true)
    expect(Object.keys(nobody.body.fields ?? {})).toEqual(['last_name', 'first_name'])
    const { birth_date: _date, ...name } = info
    expect((await regInfo(supporter.id, name, true)).status).toBe(200)
    expect((await complete(supporter.id, { consents: [] })).body.code).toBe('consent_required')
    expect((await complete(supporter.id)).status).toBe(201)
    const { id } = await accountOf(supporter.email)
    const kept = await app.db.selectFrom('applications').selectAll().where('account_id', '=', id).execute()
    expect(kept).toMatchObject([{ door: 'supporter', data: name }])
    const documents = await app.db
      .selectFrom('personal_documents')
      .select('kind')
      .where('account_id', '=', id)
      .execute()
    expect(documents).toEqual([])
  })

  test('SK-01 when people check applications, the stage waits', async () => {
    await aRegistration(app.db, { code: 'checked', manual_check: true })
    const { id, email } = await filled({}, 'checked')
    await complete(id)
    const { id: accountId } = await accountOf(email)
    const facts = await app.db.selectFrom('stage_facts').selectAll().where('account_id', '=', accountId).execute()
    expect(facts).toMatchObject([{ submitted_at: app.clock.now(), passed_at: null }])
  })

  test('KA-01 after a visitor has an account the application is returned with a remark at each missing scan of a document', async () => {
    const { form } = (await aRegistration(app.db, { code: 'scanless' })).settings
    const scan = {
      name: 'document_scan',
      label: 'Снимок документа',
      view: 'image' as const,
      validation_rules: { required: true },
    }
    const asked = {
      ...form,
      sections: [...form.sections, { code: 'scans', title: 'Документы', fields: [scan] }],
    }
    await aRegistration(app.db, { code: 'scanned', manual_check: true, form: asked })
    const { id, email } = await filled({}, 'scanned')
    expect((await complete(id)).status).toBe(201)
    const { id: accountId } = await accountOf(email)
    const facts = await app.db.selectFrom('stage_facts').selectAll().where('account_id', '=', accountId).execute()
    expect(facts).toMatchObject([{ submitted_at: null, returned_at: app.clock.now() }])
    const remarks = await app.db.selectFrom('stage_remarks').selectAll().where('account_id', '=', accountId).execute()
    expect(remarks).toMatchObject([{ field: 'document_scan', created_by: null }])
    const works = await app.db.selectFrom('works').select('waits_since').where('account_id', '=', accountId).execute()
    expect(works).toEqual([{ waits_since: null }])
    // When nobody checks applications, scans are not requested.
    await aRegistration(app.db, { code: 'unchecked', form: asked })
    const other = await filled({}, 'unchecked')
    await complete(other.id)
    const { id: otherId } = await accountOf(other.email)
    const passed = await app.db
      .selectFrom('stage_facts')
      .select('passed_at')
      .where('account_id', '=', otherId)
      .execute()
    expect(passed).toEqual([{ passed_at: app.clock.now() }])
  })

  test('SK-01 a promo code must belong to the competition, in upper or lower case', async () => {
    await aRegistration(app.db, { code: 'promo', asks_promocode: true, promocodes: ['Весна-2026'] })
    const { id } = await filled({}, 'promo')
    const wrong = await complete(id, { promocode: 'Осень' })
    expect(wrong.body).toMatchObject({ code: 'invalid_promocode', message: 'Неверный промокод' })
    expect((await complete(id, { promocode: ' весна-2026 ' })).status).toBe(201)
  })
})

describe('consents', () => {
  test('R-57 a consent records who, which text, when, from where and the purpose', async () => {
    const { id, email } = await filled()
    await complete(id)
    const { id: accountId } = await accountOf(email)
    const records = await app.db
      .selectFrom('consents')
      .innerJoin('consent_texts', 'consent_texts.text_hash', 'consents.text_hash')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
    const text = 'Я даю согласие на обработку моих персональных данных.'
    expect(records).toMatchObject([
      {
        document_code: 'personal_data',
        document_version: 2,
        purpose: 'Проведение конкурса',
        given_at: app.clock.now(),
        text,
        withdrawn_at: null,
      },
    ])
    expect(records[0]?.text_hash.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'))
    expect(records[0]?.ip).toMatch(/^10\./)
  })

  test('R-57 without a required consent, or with consent to an older text, registration is refused', async () => {
    const { id, email } = await filled()
    const missing = await complete(id, { consents: [{ code: 'news', version: 1 }] })
    expect(missing.body.code).toBe('consent_required')
    expect(Object.keys(missing.body.fields ?? {})).toEqual(['consents.personal_data'])
    expect((await complete(id, { consents: [{ code: 'personal_data', version: 1 }] })).body.code).toBe(
      'consent_outdated',
    )
    expect(await app.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual([])
  })
})

describe('documents', () => {
  const snils = '112-233-445 95'

  test('R-53 passport and SNILS are encrypted, also in an unfinished registration', async () => {
    const { id, email } = await filled({ reg_passport: '4509876543', snils })
    await complete(id)
    const { id: accountId } = await accountOf(email)
    const { rows } = await sqlDump()
    expect(rows).toContain(email)
    for (const secret of ['4509876543', '11223344595', snils]) expect(rows).not.toContain(secret)
    expect(await readDocument(app.db, app.config, accountId, 'passport')).toBe('4509876543')
    expect(await readDocument(app.db, app.config, accountId, 'snils')).toBe('11223344595')
  })

  test('R-53 one SNILS belongs to one person, in any spelling and with simultaneous calls', async () => {
    const spellings = ['087-654-303 00', '08765430300', '087 654 303 00', '087-654-30300']
    const visitors = []
    for (const each of spellings) visitors.push(await filled({ snils: each }))
    const answers = await Promise.all(visitors.map(({ id }) => complete(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.filter(({ body }) => body.code === 'snils_exists')).toHaveLength(3)
  })

  test('R-53 a document cannot be decrypted for another person or without its key', async () => {
    const [one, other] = [await filled({ reg_passport: '4510111222' }), await filled({ reg_passport: '4510333444' })]
    await complete(one.id)
    await complete(other.id)
    const [a, b] = [(await accountOf(one.email)).id, (await accountOf(other.email)).id]
    const { sealed } = await app.db
      .selectFrom('personal_documents')
      .select('sealed')
      .where('account_id', '=', a)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('personal_documents').set({ sealed }).where('account_id', '=', b).execute()
    await expect(readDocument(app.db, app.config, b, 'passport')).rejects.toThrow()
    await app.db.deleteFrom('personal_keys').where('account_id', '=', a).execute()
    expect(await readDocument(app.db, app.config, a, 'passport')).toBeNull()
  })

  test.each([
    ['11223344595', true],
    ['08765430300', true],
    ['11223344596', false],
    ['00000000000', false],
    ['1122334459', false],
  ])('SNILS %s is valid: %s', (digits, sound) => expect(isSnils(digits)).toBe(sound))

  /** The whole content of the portal's tables as text, with bytes decoded. */
  async function sqlDump() {
    const tables = [
      'accounts',
      'applications',
      'registrations',
      'personal_documents',
      'hand_ins',
      'outbox',
      'audit',
    ] as const
    const all = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
    const readable = (_key: string, value: unknown) =>
      value && typeof value === 'object' && 'type' in value && value.type === 'Buffer'
        ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
        : value
    return { rows: JSON.stringify(all, readable) }
  }
})
