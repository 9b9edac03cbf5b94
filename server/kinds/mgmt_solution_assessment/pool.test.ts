import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPeerStage, type PeerStage } from '#server/testing/a-peer-stage.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { nextTask } from './give-task.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hour = 3_600_000

const tasksOf = (stage: PeerStage) =>
  app.db
    .selectFrom('peer_tasks as t')
    .innerJoin('works as w', 'w.id', 't.work_id')
    .select(['t.id', 't.work_id', 't.rater_id', 't.kind', 't.done_at', 't.returned_because', 'w.account_id as author'])
    .where('t.stage_id', '=', stage.stageId)
    .orderBy('t.id')
    .execute()

const poolOf = (stage: PeerStage) =>
  app.db
    .selectFrom('peer_pool')
    .select(['work_id', 'given', 'stopped_at'])
    .where('stage_id', '=', stage.stageId)
    .execute()

test('KE-14 KO-14 assessing opens only with twice as many works as each person assesses; before that nobody gets one; late works come within the hour', async () => {
  const stage = await aPeerStage(app)
  const [first] = await stage.begun(5)
  if (!first) throw new Error('nobody')
  expect(await first.status()).toMatchObject({
    status: 'wait',
    reason: 'Оценивать можно будет, когда соберётся 6 работ',
  })
  expect((await first.page()).pool).toEqual({ works: 5, needed: 6 })
  expect((await first.next()).body.code).toBe('stage_closed')
  // A late work is in the pool within the hour.
  await stage.author()
  await stage.renew()
  expect(await first.status()).toMatchObject({ status: 'available' })
  expect((await first.next()).body.task_id).toBeGreaterThan(0)
})

test('KP-14 nobody gets a work of their own, of their team, of their employer, or of their region where that is set', async () => {
  const stage = await aPeerStage(app, { given: 2, other_region: true, received: 1, margin: 1 })
  const [me, mate, colleague, neighbour, free] = await stage.people(5)
  if (!me || !mate || !colleague || !neighbour || !free) throw new Error('nobody')
  for (const person of [me, neighbour])
    await app.db.updateTable('participations').set({ region: '16' }).where('account_id', '=', person.id).execute()
  for (const [person, employer] of [
    [me, 'ООО «Вектор»'],
    [colleague, 'ооо  вектор'],
  ] as const)
    await app.db
      .insertInto('applications')
      .values({
        ...{ account_id: person.id, competition_code: stage.code, stage_id: stage.essayId, door: 'participant' },
        ...{ form_version: 1, data: JSON.stringify({ current_work: employer }), submitted_at: app.clock.now() },
      })
      .execute()
  const team = await app.db
    .insertInto('formed_teams')
    .values({
      ...{ stage_id: stage.essayId, competition_code: stage.code, name: 'Вместе', name_key: 'вместе' },
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const person of [me, mate])
    await app.db
      .insertInto('formed_team_members')
      .values({
        team_id: team.id,
        stage_id: stage.essayId,
        account_id: person.id,
        state: 'active',
        since: app.clock.now(),
      })
      .execute()
  await stage.renew()
  await me.mark((await me.next()).body.task_id ?? 0, 5)
  expect((await me.next()).body.task_id).toBeNull()
  expect((await tasksOf(stage)).map(({ author }) => author)).toEqual([free.id])
})

test('fifty people ask at the same moment: nobody gets a work twice, and no work is given more often than its marks and the margin', async () => {
  const stage = await aPeerStage(app, { given: 10, received: 4, margin: 1 })
  const works = []
  for (let number = 0; number < 20; number++) works.push(await stage.author())
  const takers = []
  for (let number = 0; number < 50; number++) takers.push(await stage.author())
  await stage.renew()
  // With twenty works for fifty people, almost every work is being taken by another person.
  const scarce = works.map(({ work }) => work)
  await app.db
    .deleteFrom('peer_pool')
    .where('stage_id', '=', stage.stageId)
    .where('work_id', 'not in', scarce)
    .execute()
  for (let round = 0; round < 2; round++) {
    const given = await Promise.all(takers.map(({ id }) => nextTask(app.services, id, stage.stageId)))
    expect(given.every((task) => task !== null)).toBe(true)
    expect(new Set(given).size).toBe(50)
    await app.db
      .updateTable('peer_tasks')
      .set({ returned_at: null, done_at: app.clock.now(), total: 1, marks: '{}', rubric_id: await rubricAt(stage) })
      .where('stage_id', '=', stage.stageId)
      .execute()
  }
  const counts = await poolOf(stage)
  expect(counts.map(({ given }) => given)).toEqual(Array.from({ length: 20 }, () => 5))
  const pairs = (await tasksOf(stage)).map(({ rater_id, work_id }) => `${rater_id} ${work_id}`)
  expect(new Set(pairs).size).toBe(100)
  // Every work has enough marks: the next person gets none, and need not wait for one.
  expect(await nextTask(app.services, takers[0]?.id ?? 0, stage.stageId)).toBeNull()
})

const rubricAt = async (stage: PeerStage) =>
  (await app.db.selectFrom('rubrics').select('id').where('stage_id', '=', stage.essayId).executeTakeFirstOrThrow()).id

test('two pages of one person that ask at once show the same work', async () => {
  const stage = await aPeerStage(app)
  const [me] = await stage.begun(8)
  const answers = await Promise.all(Array.from({ length: 6 }, () => me?.next()))
  expect(new Set(answers.map((answer) => answer?.body.task_id)).size).toBe(1)
  expect(await tasksOf(stage)).toHaveLength(1)
})

test('KE-14 in any order of requests: nobody gets their own work or a work twice, no work is neglected and none is far ahead', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.record({ who: fc.nat(11), drops: fc.integer({ min: 0, max: 9 }) }), { minLength: 20, maxLength: 60 }),
    async (moves) => {
      const stage = await aPeerStage(app, { given: 6, received: 4, margin: 1 })
      const people = []
      for (let number = 0; number < 12; number++) people.push(await stage.author())
      await stage.renew()
      const rubric_id = await rubricAt(stage)
      for (const { who, drops } of moves) {
        const person = people[who]
        const task = person && (await nextTask(app.services, person.id, stage.stageId))
        if (!person || task === null || drops === 0) continue
        await app.db
          .updateTable('peer_tasks')
          .set({ done_at: app.clock.now(), total: 1, marks: '{}', rubric_id })
          .where('id', '=', task ?? 0)
          .execute()
        await app.db
          .updateTable('peer_raters')
          .set((is) => ({ done: is('done', '+', 1) }))
          .where('account_id', '=', person.id)
          .execute()
        const given = (await poolOf(stage)).map((work) => work.given)
        expect(Math.max(...given)).toBeLessThanOrEqual(5)
        // A person may already have had all works that were given least, so the difference may be two instead of one.
        expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(2)
      }
      const tasks = await tasksOf(stage)
      expect(tasks.filter(({ rater_id, author }) => rater_id === author)).toEqual([])
      expect(new Set(tasks.map(({ rater_id, work_id }) => `${rater_id} ${work_id}`)).size).toBe(tasks.length)
      for (const { work_id, given } of await poolOf(stage))
        expect(tasks.filter((task) => task.work_id === work_id)).toHaveLength(given)
    },
  )
  await fc.assert(property, { numRuns: 6 })
})

test('KE-14 a work that is left idle returns to the pool after 48 hours, and the person finds the draft after coming back', async () => {
  const stage = await aPeerStage(app, { hours: 48 })
  const [me] = await stage.begun(8)
  if (!me) throw new Error('nobody')
  const id = (await me.next()).body.task_id ?? 0
  const [task] = await tasksOf(stage)
  await me.draft(id, { c1: 7 })
  const given = async () => (await poolOf(stage)).find(({ work_id }) => work_id === task?.work_id)?.given
  app.clock.set(new Date(app.clock.now().getTime() + 47 * hour))
  await stage.renew()
  expect(await given()).toBe(1)
  app.clock.set(new Date(app.clock.now().getTime() + hour))
  await stage.renew()
  expect(await given()).toBe(0)
  expect((await tasksOf(stage))[0]).toMatchObject({ returned_because: 'time' })
  expect(await nextTask(app.services, me.id, stage.stageId)).toBe(id)
  expect(await given()).toBe(1)
  const draft = await app.db.selectFrom('peer_tasks').select('draft').where('id', '=', id).executeTakeFirstOrThrow()
  expect(draft.draft?.marks).toEqual({ c1: 7 })
})

test('a person without a work to assess need not wait: their own work is ranked, until there is a work again and they are notified', async () => {
  const stage = await aPeerStage(app, { given: 2, received: 1, margin: 0 })
  const [me, ...others] = await stage.begun(4)
  if (!me) throw new Error('nobody')
  for (const other of others) expect((await other.next()).body.task_id).toBeGreaterThan(0)
  const mine = (await me.next()).body.task_id
  if (mine !== null) await me.mark(mine ?? 0, 5)
  expect((await me.next()).body.task_id).toBeNull()
  expect(await me.page()).toMatchObject({ short: true, ranked: true })
  // Without new works the person is not notified.
  await stage.renew()
  expect((await me.page()).short).toBe(true)
  await stage.author()
  await stage.renew()
  expect(await me.page()).toMatchObject({ short: false, ranked: false })
  const told = await app.db.selectFrom('notifications').select('title').where('account_id', '=', me.id).execute()
  expect(told).toEqual([{ title: 'Появились работы на этапе «Оценка решений»' }])
})

test('a work that is handed in again starts over, and people with the former hand-in open get another work', async () => {
  const stage = await aPeerStage(app)
  const [me, ...others] = await stage.begun(8)
  if (!me) throw new Error('nobody')
  const id = (await me.next()).body.task_id ?? 0
  const [task] = await tasksOf(stage)
  const author = others.find((one) => one.work === task?.work_id)
  await app.db
    .insertInto('hand_ins')
    .values({
      ...{ account_id: author?.id ?? 0, stage_id: stage.essayId, revision: 2, arrived_at: app.clock.now() },
      ...{ form_version: 1, receipt_number: `Q-${author?.id}`, data: JSON.stringify({ text: 'Иначе' }) },
    })
    .execute()
  await stage.renew()
  expect((await me.mark(id, 5)).body.code).toBe('task_not_found')
  expect((await me.next()).body.task_id).not.toBe(id)
  expect((await poolOf(stage)).find(({ work_id }) => work_id === task?.work_id)?.given).toBe(0)
})
