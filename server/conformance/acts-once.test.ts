import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { isAct } from '#shared/platform/api/is-act.ts'

let app: TestApp
let token: string
let competition: string

beforeAll(async () => {
  app = await testApp()
  const organiser = await anAccount(app, { isDemo: true, flags: ['notifications', 'participants', 'competitions'] })
  token = (await sessionOf(app, organiser)).token
  competition = (await aCompetition(app.db, {})).code
  const person = await anAccount(app)
  await takesPart(app.db, person.id, competition, 'main', app.clock.now())
})
afterAll(() => app.close())

const ask = (key: string | null, { title = 'Осталась неделя', of = competition } = {}) =>
  app.call('POST /admin/competitions/:competition/broadcasts', {
    ...{ token, params: { competition: of }, headers: key === null ? {} : { 'idempotency-key': key } },
    body: { title, text: 'Сдайте эссе.', by_letter: true, starts_at: '' } as never,
  })

const broadcasts = async () => (await app.db.selectFrom('broadcasts').select('id').execute()).length

test('TW-08 an act of staff repeated with its key happens once, and the repeat is told what the first was told', async () => {
  const before = await broadcasts()
  const first = await ask('one')
  const second = await ask('one')
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
  expect(await broadcasts()).toBe(before + 1)
  const { rows } = await sql`select from audit where action = 'acted'`.execute(app.db)
  expect(rows, 'a repeat is no act of its own').toEqual([])
  expect((await ask('two')).text).not.toBe(first.text)
  expect((await ask(null)).status).toBe(200)
  expect(await broadcasts()).toBe(before + 3)
})

test('TW-08 TW-12 a repeat that comes while the first is under way waits for its answer', async () => {
  const before = await broadcasts()
  let second: ReturnType<typeof ask> | undefined
  const first = await meetInOrder(app.db, {
    lock: (tx) => sql`lock table broadcasts in share mode`.execute(tx),
    call: () => ask('at once'),
    meanwhile: async () => {
      second = ask('at once')
    },
  })
  expect((await second)?.text).toBe(first.text)
  expect(await broadcasts()).toBe(before + 1)
})

test('TW-10 the key of one act is refused for another', async () => {
  await ask('of one')
  const other = await ask('of one', { title: 'Остался день' })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
})

test('TW-08 an act that was refused may be made with its key, when what refused it has changed', async () => {
  const of = (await aCompetition(app.db, {})).code
  expect((await ask('refused', { of })).body.code).toBe('nobody_to_write')
  await takesPart(app.db, (await anAccount(app)).id, of, 'main', app.clock.now())
  expect((await ask('refused', { of })).status).toBe(200)
})

test('TW-08 what a process left is done by a repeat if nothing was done, and never twice', async () => {
  const before = await broadcasts()
  const leave = async (key: string, begun: boolean) => {
    await ask(key)
    await app.db.updateTable('idempotency_keys').set({ sealed: null, begun }).where('key', '=', key).execute()
  }
  await leave('reserved', false)
  await leave('begun', true)
  expect(await broadcasts()).toBe(before + 2)
  app.clock.advance(61_000)
  expect((await ask('reserved')).status).toBe(200)
  const taken = await ask('begun')
  expect([taken.status, taken.body.code]).toEqual([409, 'act_taken'])
  expect(await broadcasts()).toBe(before + 3)
})

test('TW-08 an answer is kept sealed', async () => {
  await ask('sealed')
  const kept = await app.db
    .selectFrom('idempotency_keys')
    .select(['answer', 'sealed'])
    .where('key', '=', 'sealed')
    .executeTakeFirstOrThrow()
  expect(kept.answer).toBeNull()
  expect(kept.sealed?.includes('Осталась неделя')).toBe(false)
})

test('TW-08 every call of staff that changes something is an act, but for drafts', () => {
  expect(isAct('POST /admin/competitions/:competition/broadcasts')).toBe(true)
  expect(isAct('PUT /desk/readings/:reading_id/draft')).toBe(false)
  expect(isAct('GET /desk/readings/:reading_id')).toBe(false)
  expect(isAct('POST /user/rules/:id')).toBe(false)
})
