import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMentorStage } from '#server/testing/a-mentor-stage.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { makePlan } from './make-plan.ts'
import { keepMentors } from './store.ts'

let app: TestApp
const start = new Date('2026-11-21T12:00:00+03:00')
const later = new Date(start.getTime() + 11 * 3_600_000)
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(start))

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string } | null)?.code

/** A closed choice of one mentor by one person, with a plan that may be published. */
async function planned() {
  const stage = await aMentorStage(app, { way: 'matching', answer_days: 2 })
  const mentor = await stage.mentor({ capacity: 1 })
  const person = await stage.person()
  await stage.choose(person, [mentor])
  app.clock.set(later)
  const organiser = await stage.organiser()
  const found = await organiser.plan()
  if (typeof found !== 'object') throw new Error(String(found))
  return { ...stage, mentor, person, organiser, version: found.plan?.version ?? 0 }
}
const numberOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('accounts').select('test_id').where('id', '=', id).executeTakeFirstOrThrow()).test_id ?? 0

test('TW-14 a plan is not published over places that the mentor takes away meanwhile', async () => {
  const { organiser, version, mentor, person, pair } = await planned()
  const answer = await meetInOrder(app.db, {
    lock: (tx) => sql`select from mentor_profiles where account_id = ${mentor.id} for no key update`.execute(tx),
    call: () => organiser.publish(version),
    meanwhile: (tx) => sql`update mentor_profiles set capacity = 0 where account_id = ${mentor.id}`.execute(tx),
  })
  expect(codeOf(answer)).toBe('matching_changed')
  expect(await pair(person, mentor)).toMatchObject({ matched: false, offered_at: null })
})

test('TW-14 a plan is not published over a mentor who is removed meanwhile, and the pair of a published one stops the removal', async () => {
  const { organiser, version, mentor, person, stageId, pair } = await planned()
  const testId = await numberOf(mentor)
  const removed = await meetInOrder(app.db, {
    lock: (tx) =>
      sql`select from stage_mentors where stage_id = ${stageId} and mentor_id = ${mentor.id} for key share`.execute(tx),
    call: () => organiser.remove({ testId }),
    meanwhile: () => organiser.publish(version),
  })
  expect(removed.body.code).toBe('mentor_busy')
  expect(await pair(person, mentor)).toMatchObject({ matched: true, offered_at: later })
})

test('TW-14 a mentor who is removed while the plan is published gets no person', async () => {
  const { organiser, version, mentor, person, stageId, pair } = await planned()
  const answer = await meetInOrder(app.db, {
    lock: (tx) => sql`delete from stage_mentors where stage_id = ${stageId} and mentor_id = ${mentor.id}`.execute(tx),
    call: () => organiser.publish(version),
    meanwhile: async () => {},
  })
  expect(codeOf(answer)).toBe('matching_changed')
  expect(await pair(person, mentor)).toMatchObject({ matched: false })
})

test('TW-14 a choice is not handed in with a mentor who is withdrawn meanwhile', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor()
  const person = await stage.person()
  const answer = await meetInOrder(app.db, {
    lock: (tx) =>
      sql`delete from stage_mentors where stage_id = ${stage.stageId} and mentor_id = ${mentor.id}`.execute(tx),
    call: () => stage.choose(person, [mentor]),
    meanwhile: async () => {},
  })
  expect(codeOf(answer)).toBe('mentor_unavailable')
})

test('TW-14 a mentor is withdrawn while one of the people hands in the choice again, and both end at once', async () => {
  const repeated: unknown[] = []
  const count = (error: unknown) => repeated.push(error)
  subscribe('portal:repeated-transaction', count)
  const stage = await aMentorStage(app)
  const [mentor, other] = [await stage.mentor(), await stage.mentor()]
  const person = await stage.person()
  await stage.choose(person, [mentor])
  const organiser = await stage.organiser()
  const facts = sql`select from stage_facts where account_id = ${person.id} and stage_id = ${stage.stageId} for update`
  const answer = await meetInOrder(app.db, {
    lock: (tx) => facts.execute(tx),
    call: () => organiser.withdraw({ testId: mentor.testId }),
    // What a hand-in locks after the facts.
    meanwhile: (tx) => keepMentors(tx, stage.stageId, [mentor.id, other.id]),
  })
  unsubscribe('portal:repeated-transaction', count)
  expect([answer.status, answer.body]).toEqual([200, { people: 1 }])
  expect(repeated).toEqual([])
  expect(await stage.pair(person, mentor)).toMatchObject({ status: 'declined', answered_by: 'organiser' })
})

test('TW-14 who chooses a mentor while the mentor is withdrawn loses the mentor, too', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor()
  const [first, second] = [await stage.person(), await stage.person()]
  await stage.choose(first, [mentor])
  const organiser = await stage.organiser()
  const answer = await meetInOrder(app.db, {
    lock: (tx) => sql`select from stage_facts where account_id = ${first.id} for update`.execute(tx),
    call: () => organiser.withdraw({ testId: mentor.testId }),
    meanwhile: () => stage.choose(second, [mentor]),
  })
  expect(answer.body).toEqual({ people: 2 })
  for (const person of [first, second])
    expect(await stage.pair(person, mentor)).toMatchObject({ status: 'declined', answered_by: 'organiser' })
})

test('TW-14 a plan that is asked for again with other rules while one is made is made by the other rules', async () => {
  const { stageId, place } = await planned()
  const key = sql`stage_id = ${stageId} and variant = 'plan'`
  const [first, second] = [later, new Date(later.getTime() + 1000)]
  await sql`update mentor_plans set asked_at = ${first} where ${key}`.execute(app.db)
  await meetInOrder(app.db, {
    lock: (tx) => sql`select from mentor_plans where ${key} for update`.execute(tx),
    call: () => makePlan(app.services, { ...place, variant: 'plan' }, { lastAttempt: false } as never),
    meanwhile: (tx) => sql`update mentor_plans set asked_at = ${second} where ${key}`.execute(tx),
  })
  const { rows } = await sql<{ asked_at: Date }>`select asked_at from mentor_plans where ${key}`.execute(app.db)
  expect(rows).toEqual([{ asked_at: second }])
})
