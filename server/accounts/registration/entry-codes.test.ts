import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { aPerson } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { forgetExpired } from './forget-expired.ts'

let app: TestApp
let start = new Date('2026-11-21T12:00:00+03:00')
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
beforeAll(async () => {
  app = await testApp({ now: start })
})
afterAll(() => app.close())

const listKey = 'GET /admin/competitions/:competition/stages/:code/registration/codes'
const makeKey = 'POST /admin/competitions/:competition/stages/:code/registration/codes'
const revokeKey = 'POST /admin/competitions/:competition/stages/:code/registration/codes/:id/revocation'
const data = { last_name: 'Ким', first_name: 'Вера', birth_date: '1990-05-01' }
const consents = [{ code: 'personal_data', version: 2 }]

let seasons = 0
/** A registration that closed an hour ago, and an organiser who gives codes for it. */
async function aClosedRegistration(more: Parameters<typeof aRegistration>[1] = {}) {
  // A later time for each test: a client gets only a few codes by SMS in an hour.
  start = new Date(start.getTime() + 48 * 3_600_000)
  app.clock.set(start)
  seasons += 1
  const competition = `late_${seasons}`
  const { stageId } = await aRegistration(app.db, { code: competition, closesAt: later(-1), ...more })
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))
  const params = { competition, code: 'registration' }
  const make = (asked: Partial<{ uses: number; expires_at: string; email: string | null; reason: string }> = {}) =>
    app.call(makeKey, {
      token,
      params,
      body: { uses: 1, expires_at: formatWire(later(24)), email: null, reason: 'Сайт не открывался', ...asked },
    })
  const given = async (asked: Parameters<typeof make>[0] = {}) => {
    const { body } = await make(asked)
    const [made] = body.codes
    if (!made) throw new Error('no code was made')
    return made
  }
  const list = async () => (await app.call(listKey, { token, params })).body.codes
  const revoke = (id: number) => app.call(revokeKey, { token, params: { ...params, id } })
  return { competition, stageId, given, make, list, revoke }
}

async function enter(token: string, stage_id: number, entry_code: string) {
  const { status, body } = await app.call('POST /user/registration/:stage_id/entry_code', {
    token,
    params: { stage_id },
    body: { entry_code },
  })
  return { status, body: body as unknown as { code?: string } }
}
const apply = (token: string, stage_id: number) =>
  app.call('POST /user/registration/:stage_id', { token, params: { stage_id }, body: { data, consents } })

let visitors = 0
/** A visitor who has begun with an entry code and can do every step. */
async function aVisitor(competition_code: string, entry_code?: string, address?: string) {
  visitors += 1
  const who = { email: address ?? `late${visitors}@example.test`, phone: `+7925${String(visitors).padStart(7, '0')}` }
  const begun = await app.call('POST /auth/register/prepare', {
    body: { ...who, competition_code, ...(entry_code && { entry_code }) },
  })
  const { registration_id } = begun.body
  async function proves() {
    await app.call('POST /auth/register/phone_confirm', {
      body: { registration_id, code: await lastCode(app, who.phone) },
    })
    await app.call('POST /auth/register/email_confirm', {
      body: { registration_id, code: await lastCode(app, who.email) },
    })
    await app.call('POST /auth/register/reg_info', { body: { registration_id, data, complete: true } })
  }
  const complete = () =>
    app.call('POST /auth/register/complete', { body: { registration_id, password: rightPassword, consents } })
  return { ...who, begun, proves, complete }
}

test('a person with an account opens a closed registration with a code, once, and applies', async () => {
  const { stageId, given, list } = await aClosedRegistration()
  const { code } = await given({ uses: 2 })
  expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const person = await aPerson(app)
  expect((await apply(person.token, stageId)).body.code).toBe('stage_closed')
  expect((await enter(person.token, stageId, 'nothing')).body.code).toBe('entry_code_wrong')
  const typed = ` ${code.toUpperCase().replace('-', ' ')}`
  const twice = await Promise.all([1, 2].map(() => enter(person.token, stageId, typed)))
  expect(twice.map(({ status }) => status)).toEqual([204, 204])
  expect((await apply(person.token, stageId)).body.status).toBe('success')
  expect((await enter(person.token, stageId, code)).body.code).toBe('already_registered')
  const [shown] = await list()
  expect(shown).toMatchObject({ code, state: 'valid', uses: 2, uses_left: 1, used: [{ test_id: expect.any(Number) }] })
})

test('a visitor registers with a code from the first step to the last, even when the roles are closed too', async () => {
  const { competition, given, list } = await aClosedRegistration({ doors: { participant: false, supporter: false } })
  const { code } = await given()
  expect((await aVisitor(competition)).begun.body.code).toBe('registration_closed_participants')
  expect((await aVisitor(competition, 'nothing')).begun.body.code).toBe('entry_code_wrong')
  const check = (entry_code: string) =>
    app.call('POST /registration/:code/entry_code', { params: { code: competition }, body: { entry_code } })
  expect((await check(code)).body).toEqual({ expires_at: formatWire(later(24)) })
  expect((await check('nothing')).status).toBe(422)
  const visitor = await aVisitor(competition, code)
  await visitor.proves()
  app.clock.set(later(0.05))
  expect((await visitor.complete()).status).toBe(201)
  expect((await list())[0]).toMatchObject({ state: 'used', uses_left: 0 })
  expect((await check(code)).body.code).toBe('entry_code_used')
})

test('KO-01 of two people at once one gets the last use of a code; the other is refused and no account is made', async () => {
  const { competition, stageId, given, list } = await aClosedRegistration()
  const { code } = await given({ uses: 2 })
  const [one, two] = [await aVisitor(competition, code), await aVisitor(competition, code)]
  await one.proves()
  await two.proves()
  const person = await aPerson(app)
  const answers = await Promise.all([one.complete(), two.complete(), enter(person.token, stageId, code)])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(2)
  expect(answers.flatMap(({ status, body }) => (status < 300 ? [] : [(body as { code: string }).code]))).toEqual([
    'entry_code_used',
  ])
  const [shown] = await list()
  expect([shown?.uses_left, shown?.used.length]).toEqual([0, 2])
  // The refused visitor has no account and would have to begin again with another code.
  const accounts = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('email', 'in', [one.email, two.email])
    .execute()
  expect(accounts).toHaveLength(answers.slice(0, 2).filter(({ status }) => status === 201).length)
})

test('a code that is revoked, has expired or belongs to another address is refused', async () => {
  const { competition, stageId, given, revoke, list } = await aClosedRegistration()
  const person = await aPerson(app)
  const code = async (asked: Parameters<typeof given>[0]) => (await given(asked)).code
  const own = await code({ email: 'Somebody.Else@Example.test' })
  expect((await enter(person.token, stageId, own)).body.code).toBe('entry_code_of_other')
  expect((await aVisitor(competition, own)).begun.body.code).toBe('entry_code_of_other')
  expect((await aVisitor(competition, own, 'somebody.else@example.test')).begun.status).toBe(200)
  const taken = await given()
  const visitor = await aVisitor(competition, taken.code)
  await visitor.proves()
  const revoked = await Promise.all([revoke(taken.id), revoke(taken.id)])
  expect(revoked.map(({ status }) => status)).toEqual([204, 204])
  expect((await visitor.complete()).body.code).toBe('entry_code_wrong')
  expect((await enter(person.token, stageId, taken.code)).body.code).toBe('entry_code_wrong')
  const short = await code({ expires_at: formatWire(later(0.03)) })
  const begun = await aVisitor(competition, short)
  await begun.proves()
  app.clock.set(later(0.05))
  expect((await enter(person.token, stageId, short)).body.code).toBe('entry_code_expired')
  expect((await list()).map(({ state }) => state)).toEqual(['expired', 'revoked', 'valid'])
  // A person who began in time has half an hour more, as in any registration.
  expect((await begun.complete()).status).toBe(201)
  const addresses = async () => {
    await forgetExpired(app.services)
    const found = app.db.selectFrom('entry_codes').select('email').where('stage_id', '=', stageId)
    return (await found.where('email', 'is not', null).execute()).map(({ email }) => email)
  }
  expect(await addresses()).toEqual(['somebody.else@example.test'])
  app.clock.set(later(25))
  expect(await addresses()).toEqual([])
})

test('faults of a code are shown at its fields, and an open registration uses up no code', async () => {
  const { make } = await aClosedRegistration()
  const { status, body } = await make({ reason: ' ', expires_at: formatWire(later(-1)), email: 'nobody' })
  expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
    422,
    ['reason', 'expires_at', 'email'],
  ])
  const open = await aClosedRegistration({ closesAt: null })
  const { code } = await open.given()
  const person = await aPerson(app)
  expect((await enter(person.token, open.stageId, code)).status).toBe(204)
  const visitor = await aVisitor(open.competition, code)
  await visitor.proves()
  expect((await visitor.complete()).status).toBe(201)
  expect((await open.list())[0]).toMatchObject({ uses_left: 1, used: [] })
})

test('TW-14 the last use of a code that two people type at once is taken by one, and a code revoked meanwhile by none', async () => {
  const { stageId, given, list } = await aClosedRegistration()
  const { id, code } = await given()
  const lock = (tx: Tx) => sql`select from entry_codes where id = ${id} for update`.execute(tx)
  const [one, two, late] = [await aPerson(app), await aPerson(app), await aPerson(app)]
  const answers = await meetInOrder(app.db, {
    lock,
    call: () => Promise.all([enter(one.token, stageId, code), enter(two.token, stageId, code)]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(answers.map(({ body }) => body?.code ?? 'in').sort()).toEqual(['entry_code_used', 'in'])
  expect((await list())[0]).toMatchObject({ uses_left: 0, state: 'used' })
  await sql`update entry_codes set uses = 2, uses_left = 1 where id = ${id}`.execute(app.db)
  const revoked = await meetInOrder(app.db, {
    lock,
    call: () => enter(late.token, stageId, code),
    meanwhile: (tx) => sql`update entry_codes set revoked_at = now() where id = ${id}`.execute(tx),
  })
  expect(revoked.body.code).toBe('entry_code_wrong')
})
