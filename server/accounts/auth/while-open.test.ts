import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { lockPeople } from '#server/stages/lock-erased.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let app: TestApp
let code: string
let stage: number
beforeAll(async () => {
  app = await testApp()
  const made = await aCompetition(app.db, {
    essay: { type: 'essay', title: 'Эссе', settings: { task: 'О решении', min_words: 1, max_words: 50 } },
  })
  code = made.code
  stage = made.stageIds.essay
})
afterAll(() => app.close())

async function aParticipant() {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  return person
}

const handIn = (token: string) =>
  app.call('PUT /user/stages/:stage_id/answer', {
    ...{ token, params: { stage_id: stage } },
    body: { data: { text: 'Три слова здесь' }, form_version: 1 },
  })
const lockOf = (id: number) => (tx: Tx) => sql`select from accounts where id = ${id} for update`.execute(tx)
const workOf = (id: number) => app.db.selectFrom('hand_ins').select('id').where('account_id', '=', id).execute()

test('TW-03 what a person does while their account is closed is refused, and nothing of it stays', async () => {
  const { id, token } = await aParticipant()
  const answer = await meetInOrder(app.db, {
    lock: lockOf(id),
    call: () => handIn(token),
    meanwhile: (tx) => sql`update accounts set disabled_at = now() where id = ${id}`.execute(tx),
  })
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
  expect(await workOf(id)).toEqual([])
})

test('TW-03 TW-09 what a person does while they are erased is refused', async () => {
  const { id, token } = await aParticipant()
  const answer = await meetInOrder(app.db, {
    lock: lockOf(id),
    call: () => handIn(token),
    meanwhile: (tx) => sql`delete from accounts where id = ${id}`.execute(tx),
  })
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
})

test('TW-09 a row of a person who was erased meanwhile is refused in words, and is no fault', async () => {
  const { id, token } = await aParticipant()
  // A single statement: it waits for the account only when it refers to it.
  const answer = await meetInOrder(app.db, {
    lock: lockOf(id),
    call: () => app.call('POST /user/calendar-address', { token }),
    meanwhile: (tx) => sql`delete from accounts where id = ${id}`.execute(tx),
  })
  expect([answer.status, answer.body.code]).toEqual([409, 'changed_meanwhile'])
})

test('TW-03 who closes accounts waits for what their people are doing, and neither is run again', async () => {
  const { id, token } = await aParticipant()
  let repeated = 0
  const count = () => {
    repeated++
  }
  subscribe('portal:repeated-transaction', count)
  let closing: Promise<unknown> | undefined
  const answer = await meetInOrder(app.db, {
    lock: (tx) => sql`lock table hand_ins in share mode`.execute(tx),
    call: () => handIn(token),
    meanwhile: async () => {
      closing = app.db.transaction().execute(async (tx) => {
        await lockPeople(tx, [id])
        await sql`update hand_ins set by_system = true where account_id = ${id}`.execute(tx)
        await sql`update accounts set disabled_at = now() where id = ${id}`.execute(tx)
      })
      await untilWaiting(app.db, 2)
    },
  })
  await closing
  unsubscribe('portal:repeated-transaction', count)
  expect(answer.status).toBe(200)
  const works = await app.db.selectFrom('hand_ins').select('by_system').where('account_id', '=', id).execute()
  expect(works).toEqual([{ by_system: true }])
  expect(repeated).toBe(0)
})

test('TW-03 TW-09 an act of an organiser on a person who is erased meanwhile waits for the end, and meets no deadlock', async () => {
  const { id } = await aParticipant()
  const organiser = await anAccount(app, { isDemo: true, flags: ['participants'] })
  const { token } = await sessionOf(app, organiser)
  const { test_id } = await app.db
    .selectFrom('accounts')
    .select('test_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  let repeated = 0
  const count = () => {
    repeated++
  }
  subscribe('portal:repeated-transaction', count)
  const answer = await meetInOrder(app.db, {
    lock: lockOf(id),
    call: () =>
      app.call('PUT /admin/competitions/:competition/participants/:test_id/tags', {
        ...{ token, params: { competition: code, test_id }, body: { tags: ['финал'] } },
      }),
    meanwhile: (tx) => sql`delete from accounts where id = ${id}`.execute(tx),
  })
  unsubscribe('portal:repeated-transaction', count)
  expect([answer.status, answer.body.code, repeated]).toEqual([404, 'user_not_found', 0])
})
