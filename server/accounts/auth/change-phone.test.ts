import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, lastCode, logIn, rightPassword } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

const ask = (token: string, phone: string, password = rightPassword) =>
  app.call('POST /user/phone', { token, body: { phone, password } })
const confirm = (token: string, code: string) => app.call('POST /user/phone/confirm', { token, body: { code } })
const messagesTo = async (to: string) => (await app.call('GET /dev/outbox', { query: { to } })).body
const phoneOf = async (token: string) => (await app.call('GET /user/profile', { token })).body.phone

test('R-11 the new number applies after its code is typed; the old number and the e-mail address get a message', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  expect((await ask(token, '8 (926) 555-01-17')).body).toEqual({ sent: true, repeat_after: 120 })
  expect(await phoneOf(token)).toBe(person.phone)
  expect((await confirm(token, await lastCode(app, '+79265550117'))).body).toEqual({ phone: '+79265550117' })
  expect(await phoneOf(token)).toBe('+79265550117')
  expect((await messagesTo(person.phone ?? ''))[0]?.text).toContain('изменён')
  const former = app.db.selectFrom('former_phones').select('phone').where('account_id', '=', person.id)
  expect(await former.execute()).toEqual([{ phone: person.phone }])
  const [letter] = await messagesTo(person.email)
  expect(letter?.subject).toBe('Телефон изменён')
  expect(letter?.text).toContain('войти по прежнему номеру больше нельзя')
  expect(letter?.text).toContain('/not-me#')
  expect(letter?.text).toContain('отменится. После этого сразу задайте новый пароль.\n')
  expect((await logIn(app, { email: '+79265550117' })).token).not.toBe('')
})

test('R-11 the last time is recorded for a number given up twice, and a number confirmed again does not count as given up', async () => {
  const person = await anAccount(app)
  const own = person.phone ?? ''
  const next = '+79265550119'
  const moves = async (to: string) => {
    app.clock.advance(121_000)
    const { token } = await logIn(app, person)
    await ask(token, to)
    expect((await confirm(token, await lastCode(app, to))).status).toBe(200)
    return app.clock.now()
  }
  const left = () =>
    app.db.selectFrom('former_phones').select(['phone', 'until']).where('account_id', '=', person.id).orderBy('until')
  const first = await moves(next)
  expect(await left().execute()).toEqual([{ phone: own, until: first }])
  await moves(next)
  expect(await left().execute()).toEqual([{ phone: own, until: first }])
  expect((await messagesTo(next)).filter(({ text }) => text.includes('изменён'))).toEqual([])
  const back = await moves(own)
  const again = await moves(next)
  expect(await left().execute()).toEqual([
    { phone: next, until: back },
    { phone: own, until: again },
  ])
})

test('a person who had no number gets a message that the number can be used to log in', async () => {
  const person = await anAccount(app, { phone: null })
  const { token } = await logIn(app, person)
  await ask(token, '+79265550118')
  expect((await confirm(token, await lastCode(app, '+79265550118'))).status).toBe(200)
  const [letter, ...others] = await messagesTo(person.email)
  expect([letter?.subject, others]).toEqual(['Телефон указан', []])
  expect(letter?.text).toContain('указан телефон: по нему теперь можно войти')
})

test('R-11 R-08 a number is not changed without the password, nor by guessing the code', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  expect((await ask(token, '+79265550218', 'Wrong-Password-4817')).body.code).toBe('fresh_login_required')
  expect((await confirm(token, '123456')).body.code).toBe('sms_code_outdated')
  await ask(token, '+79265550218')
  const code = await lastCode(app, '+79265550218')
  const wrong = code === '111111' ? '222222' : '111111'
  for (let count = 0; count < 5; count += 1) expect((await confirm(token, wrong)).body.code).toBe('invalid_code')
  expect((await confirm(token, code)).body.code).toBe('too_many_code_attempts')
  expect(await phoneOf(token)).toBe(person.phone)
})

test('R-08 a code is valid for two minutes and only for its owner', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  const stranger = await logIn(app, await anAccount(app))
  await ask(token, '+79265550319')
  const code = await lastCode(app, '+79265550319')
  expect((await confirm(stranger.token, code)).body.code).toBe('sms_code_outdated')
  app.clock.advance(119_999)
  expect((await confirm(token, code === '111111' ? '222222' : '111111')).body.code).toBe('invalid_code')
  app.clock.advance(1)
  const again = (await logIn(app, person)).token
  expect((await confirm(again, code)).body.code).toBe('sms_code_outdated')
})

test('only a person who has typed the code sent to a number learns that it belongs to somebody else', async () => {
  const other = await anAccount(app)
  const { token } = await logIn(app, await anAccount(app))
  const [taken, free] = [await ask(token, other.phone ?? ''), await ask(token, '+79265550521')]
  expect([taken.status, taken.text]).toEqual([free.status, free.text])
  await ask(token, other.phone ?? '')
  app.clock.advance(121_000)
  await ask(token, other.phone ?? '')
  expect((await confirm(token, '000000')).body.code).toBe('invalid_code')
  expect((await confirm(token, await lastCode(app, other.phone ?? ''))).body.code).toBe('phone_exists')
  expect(await phoneOf(token)).not.toBe(other.phone)
})

test('KE-01 one account gets ten SMS an hour for new numbers, from all addresses together', async () => {
  const { token } = await logIn(app, await anAccount(app))
  const answers: unknown[] = []
  for (let number = 0; number < 11; number += 1)
    answers.push((await ask(token, `+792655${String(50_700 + number * 1013).padStart(5, '0')}`)).body.code ?? 'sent')
  expect(answers).toEqual([...Array(10).fill('sent'), 'too_many_requests'])
  const other = await logIn(app, await anAccount(app))
  expect((await ask(other.token, '+79265599901')).status).toBe(200)
})

test('a virtual number or no number is refused before an SMS is paid for', async () => {
  const { token } = await logIn(app, await anAccount(app))
  expect((await ask(token, '+79541234567')).body.code).toBe('phone_virtual')
  expect((await ask(token, '12')).body.code).toBe('phone_incorrect')
  expect((await ask(token, '+12025550123')).body.code).toBe('phone_unsupported')
})

test('R-11 a code that was right a moment ago does not confirm a number that was requested after it', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  await ask(token, '+79265550430')
  const code = await lastCode(app, '+79265550430')
  const late = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', person.id).forUpdate().execute()
    const answer = confirm(token, code)
    await untilWaiting(app.db, 1)
    await tx
      .updateTable('phone_changes')
      .set({ phone: '+79265550431', code_hash: Buffer.from('of the other code') })
      .where('account_id', '=', person.id)
      .execute()
    return { answer }
  })
  expect((await late.answer).body.code).toBe('sms_code_outdated')
  expect(await phoneOf(token)).toBe(person.phone)
})

test('TW-12 one code sent twice at once confirms the number, and both calls are told so', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  await ask(token, '+79265550440')
  const code = await lastCode(app, '+79265550440')
  const answers = await meetInOrder(app.db, {
    lock: (tx) => tx.selectFrom('accounts').select('id').where('id', '=', person.id).forUpdate().execute(),
    call: () => Promise.all([confirm(token, code), confirm(token, code)]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(answers.map(({ body }) => body)).toEqual([{ phone: '+79265550440' }, { phone: '+79265550440' }])
})

test('when two people confirm one number at once, only one gets it', async () => {
  const people = await Promise.all([anAccount(app), anAccount(app)])
  const tokens = await Promise.all(people.map(async (person) => (await logIn(app, person)).token))
  const codes: string[] = []
  for (const token of tokens) {
    expect((await ask(token, '+79265550420')).status).toBe(200)
    codes.push(await lastCode(app, '+79265550420'))
    app.clock.advance(121_000)
  }
  // A number gets one code in two minutes, for as long as a code is valid.
  await app.db
    .updateTable('phone_changes')
    .set({ expires_at: new Date(app.clock.now().getTime() + 1) })
    .execute()
  const answers = await Promise.all(tokens.map((token, number) => confirm(token, codes[number] ?? '')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.map(({ body }) => body.code).filter(Boolean)).toEqual(['phone_exists'])
})

test('TW-14 a new phone waits for no other call of the same person, and stays unique', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  const phone = '+79265550177'
  const { token } = await logIn(app, person)
  await ask(token, phone)
  const code = await lastCode(app, phone)
  // What every other call of the person holds until its end.
  await app.db.transaction().execute(async (tx) => {
    await sql`select from accounts where id = ${person.id} for key share`.execute(tx)
    expect((await confirm(token, code)).body).toEqual({ phone })
  })
  app.clock.advance(121_000)
  const { token: another } = await logIn(app, other)
  await ask(another, phone)
  expect((await confirm(another, await lastCode(app, phone))).body.code).toBe('phone_exists')
})
