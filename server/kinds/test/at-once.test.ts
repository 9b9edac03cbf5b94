import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { finishAttemptsAtDeadline } from '#server/stages/finish-attempts.ts'
import { aTestStage } from '#server/testing/a-test-stage.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { attemptGrace } from '#shared/stages/attempt.ts'
import { giveMinutes } from './incident.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: new Date() })
})
afterAll(() => app.close())

const minute = 60_000

/** A test that one person has begun. */
async function begun() {
  const stage = await aTestStage(app)
  const { person, stageId, code } = stage
  const { body } = await person.begin()
  const questions = (body.page?.attempt?.sections ?? []).flatMap((section) => section.questions.map(({ id }) => id))
  const [first = 0, second = 0] = questions
  return {
    ...stage,
    ...{ first, second },
    minutes: (count: number) =>
      giveMinutes(
        app.services,
        person.id,
        { competition: code, code: 'test' },
        { audience: { all: true }, minutes: count, reason: 'Сбой' },
      ),
    lock: (tx: Tx) => sql`select from attempts where stage_id = ${stageId} for update`.execute(tx),
    attempts: () =>
      app.db
        .selectFrom('attempts')
        .select(['number', 'device', 'extra_minutes', 'finished_by'])
        .where('stage_id', '=', stageId)
        .execute(),
    handedIn: async () => {
      const rows = await app.db.selectFrom('hand_ins').select('data').where('stage_id', '=', stageId).execute()
      return rows.map(({ data }) => new Set(Object.keys((data as { answers: object }).answers).map(Number)))
    },
  }
}

/** An answer that comes after the end, before the attempt is ended, and then five minutes for everybody. */
async function answeredLate() {
  const test = await begun()
  const { person, earlier, first, second } = test
  await person.answer(1, first, null)
  await earlier(40 * minute + attemptGrace + 1000)
  expect((await person.answer(2, second, null)).body.acknowledged).toEqual({ seq: 2, counted: false })
  expect(await test.minutes(5)).toEqual({ reached: 1 })
  return test
}

test('TW-11 an answer given after the end and before minutes were added is on the page, and counts when the person ends', async () => {
  const { person, answers, handedIn, first, second } = await answeredLate()
  const { attempt } = (await person.read()).body
  expect(attempt?.answers.map(({ seq }) => seq).sort()).toEqual([1, 2])
  expect((await person.finish()).status).toBe(200)
  expect((await answers()).map(({ in_time }) => in_time)).toEqual([true, true])
  expect(await handedIn()).toEqual([new Set([first, second])])
})

test('TW-11 such an answer counts when the added minutes end the attempt, and one after them does not', async () => {
  const { person, stageId, answers, handedIn, earlier, first, second } = await answeredLate()
  await earlier(5 * minute)
  await sql`update test_answers set received_at = received_at - interval '5 minutes'
    where attempt_id in (select id from attempts where stage_id = ${stageId})`.execute(app.db)
  await person.answer(3, first, null)
  expect(await finishAttemptsAtDeadline(app.services)).toBe(1)
  expect((await answers()).map(({ in_time }) => in_time)).toEqual([true, true, false])
  expect(await handedIn()).toEqual([new Set([first, second])])
})

test('TW-14 an attempt begun in two tabs at once is one attempt, and the other tab is told so', async () => {
  const { person, stageId } = await aTestStage(app)
  const facts = { account_id: person.id, stage_id: stageId }
  const answers = await meetInOrder(app.db, {
    lock: (tx) => tx.insertInto('stage_facts').values(facts).execute(),
    call: () => Promise.all([person.begin('the-first-tab'), person.begin('the-second-tab')]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(answers.map(({ body }) => (body as { code?: string }).code ?? 'begun').sort()).toEqual([
    'attempt_elsewhere',
    'begun',
  ])
  const rows = await app.db.selectFrom('attempts').select('number').where('stage_id', '=', stageId).execute()
  expect(rows).toEqual([{ number: 1 }])
})

test('TW-14 a device from which the attempt is taken over meanwhile does not end it', async () => {
  const { person, lock, attempts, stageId } = await begun()
  const answer = await meetInOrder(app.db, {
    lock,
    call: () => person.finish(),
    meanwhile: (tx) => sql`update attempts set device = 'another' where stage_id = ${stageId}`.execute(tx),
  })
  expect((answer.body as { code?: string }).code).toBe('attempt_elsewhere')
  expect(await attempts()).toMatchObject([{ device: 'another', finished_by: null }])
})

test('TW-14 minutes do not reach an attempt that is ended while they are given', async () => {
  const { minutes, lock, attempts, stageId } = await begun()
  const given = await meetInOrder(app.db, {
    lock,
    call: () => minutes(5),
    meanwhile: (tx) =>
      sql`update attempts set finished_at = now(), finished_by = 'person' where stage_id = ${stageId}`.execute(tx),
  })
  expect(given).toEqual({ reached: 0 })
  expect(await attempts()).toMatchObject([{ extra_minutes: 0 }])
})

test('TW-14 an attempt that gets minutes while its end waits goes on', async () => {
  const { earlier, lock, attempts, stageId } = await begun()
  await earlier(40 * minute + attemptGrace + 1000)
  const finished = await meetInOrder(app.db, {
    lock,
    call: () => finishAttemptsAtDeadline(app.services),
    meanwhile: (tx) => sql`update attempts set extra_minutes = 5 where stage_id = ${stageId}`.execute(tx),
  })
  expect(finished).toBe(0)
  expect(await attempts()).toMatchObject([{ finished_by: null }])
})
