import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobTasks } from '#server/jobs.ts'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import { lookAtAttempts } from '#server/stages/attempts.ts'
import { finishAttemptsAtDeadline } from '#server/stages/finish-attempts.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { callsOf } from '#server/testing/a-test-stage.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { patience } from '#server/testing/patience.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { keepVersion } from './bank-store.ts'
import { paperFor } from './make-papers.ts'
import { distribution, publishedResult } from './published.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: new Date() })
})
afterAll(() => app.close())

const second = 1000
const minute = 60 * second
const fourKeys = ['a', 'b', 'a', 'b']
const sectionsOf = (count: number) => [{ title: '', draws: [{ topic: 'право', difficulty: null, count, points: 1 }] }]

/** A test of few questions that everybody gets; `person` takes which of them are answered correctly. */
async function aTest(settings: Record<string, unknown> = {}, keys: readonly string[] = fourKeys) {
  // Wire times have whole seconds.
  const now = new Date(Math.floor((await databaseNow(app.db)).getTime() / second) * second)
  app.clock.set(now)
  const { code, stageIds } = await aCompetition(app.db, {
    test: { type: 'test', settings: { sections: sectionsOf(keys.length), passing: 50, ...settings } },
  })
  const stageId = stageIds.test
  const organiser = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions', 'assessment'] }))
  const options = [
    { id: 'a', text: 'Да' },
    { id: 'b', text: 'Нет' },
  ]
  await app.db.transaction().execute(async (tx) => {
    for (const [at, option] of keys.entries())
      await keepVersion(
        tx,
        code,
        {
          questionId: null,
          code: `q${at}`,
          number: 1,
          topic: 'право',
          difficulty: (at % 5) + 1,
          question: { kind: 'single', text: `Вопрос ${at}`, options },
          key: { kind: 'single', option },
        },
        1,
        now,
      )
  })
  const stage = (await app.services.seasons.of(app.db, code))?.byCode.get('test')
  if (!stage) throw new Error('no stage')
  const versions = await app.db
    .selectFrom('test_question_versions as v')
    .innerJoin('test_questions as q', 'q.id', 'v.question_id')
    .select(['v.id', 'v.key', 'q.code'])
    .where('q.competition_code', '=', code)
    .orderBy('q.code')
    .execute()
  const params = { competition: code, code: 'test' }
  const { token } = organiser
  const path = '/admin/competitions/:competition/stages/:code/test' as const
  return {
    code,
    token,
    stageId,
    versions,
    person: async (
      right: readonly boolean[],
      {
        done = true,
        region = '7700000000000',
        heardAgo = 0,
        begunAgo = 10 * minute,
        answeredAt = now,
        /** How long after `answeredAt` each answer came. */
        after = [] as readonly number[],
      } = {},
    ) => {
      const person = await aPerson(app)
      await takesPart(app.db, person.id, code, 'main', now)
      await app.db.updateTable('participations').set({ region }).where('account_id', '=', person.id).execute()
      await app.db.transaction().execute((tx) =>
        paperFor(tx, {
          stage,
          accountId: person.id,
          track: 'main',
          number: 1,
          now: new Date(now.getTime() - begunAgo),
        }),
      )
      const { id: attemptId } = await app.db
        .insertInto('attempts')
        .values({
          account_id: person.id,
          stage_id: stageId,
          number: 1,
          begun_at: new Date(now.getTime() - begunAgo),
          limit_minutes: 40,
          device: 'a',
          heard_at: new Date(now.getTime() - heardAgo),
          ...(done && { finished_at: now, finished_by: 'person' as const }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [at, isRight] of right.entries())
        await app.db
          .insertInto('test_answers')
          .values({
            attempt_id: attemptId,
            seq: at + 1,
            version_id: versions[at]?.id ?? 0,
            answer: JSON.stringify(isRight === (keys[at] === 'a') ? 'a' : 'b'),
            sent_at: null,
            received_at: new Date(answeredAt.getTime() + (after[at] ?? 0)),
            in_time: true,
          })
          .execute()
      const facts = { started_at: now, submitted_at: done ? now : null }
      await app.db
        .insertInto('stage_facts')
        .values({ account_id: person.id, stage_id: stageId, ...facts })
        .execute()
      const { test_id } = await app.db
        .selectFrom('accounts')
        .select('test_id')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      return { ...person, attemptId, testId: test_id ?? 0 }
    },
    goOn: (testId: number, minutes = 15) =>
      app.call(`POST ${path}/continuation`, {
        token,
        params,
        body: { test_id: testId, minutes, reason: 'Пропал свет' },
      }),
    overview: () => app.call(`GET ${path}`, { token, params }),
    people: async (state: 'online' | 'lost' | 'finished') =>
      (await app.call(`GET ${path}/people`, { token, params, query: { state } })).body,
    incident: (from?: Date, until?: Date) =>
      app.call(`POST ${path}/incident`, {
        token,
        params,
        body: { ...(from && { from: formatWire(from) }), ...(until && { until: formatWire(until) }) },
      }),
    minutes: (audience: Parameters<typeof minutesBody>[0], minutes = 5) =>
      app.call(`POST ${path}/minutes`, { token, params, body: minutesBody(audience, minutes) }),
    results: async () => (await app.call(`GET ${path}/results`, { token, params })).body,
    rule: (body: { version_id: number; key: null | { kind: 'single'; option: string }; apply: boolean }) =>
      app.call(`POST ${path}/rulings`, { token, params, body: { ...body, reason: 'Вопрос с опечаткой' } }),
    publish: async () => {
      await app.call(`POST ${path}/publication`, { token, params })
      await app.work('tell_test_results')
    },
    dryRun: (draw: { count: number }) =>
      app.call(`POST ${path}/dry-run`, {
        token,
        params,
        body: { sections: [{ title: '', draws: [{ topic: 'право', difficulty: null, points: 1, ...draw }] }] },
      }),
    compare: (control: string) => app.call(`GET ${path}/comparison`, { token, params, query: { control } }),
    teams: () => app.call(`GET ${path}/teams`, { token, params }),
    signs: async () => (await app.call(`GET ${path}/signs`, { token, params })).body,
    extra: async () =>
      (
        await app.db
          .selectFrom('attempts')
          .select(['id', 'extra_minutes'])
          .where('stage_id', '=', stageId)
          .where('extra_minutes', '>', 0)
          .orderBy('id')
          .execute()
      ).map(({ id, extra_minutes }) => [id, extra_minutes]),
    told: (accountId: number) =>
      app.db
        .selectFrom('notifications')
        .select('text')
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
        .then((all) => all.map(({ text }) => text)),
    decisions: () =>
      app.db
        .selectFrom('stage_decisions')
        .select(['account_id', 'outcome', 'reason'])
        .where('stage_id', '=', stageId)
        .orderBy('id')
        .execute(),
  }
}

const minutesBody = (
  audience: { all: true } | { region: string } | { people: number[] } | { lost: { from: string; until: string } },
  minutes: number,
) => ({ minutes, reason: 'Авария у провайдера', audience })

test('KO-06 a dry run draws a thousand papers: how often each question comes, and how hard they are', async () => {
  const { dryRun } = await aTest()
  const { body } = await dryRun({ count: 2 })
  expect(body).toMatchObject({ people: 1000, questions: 2, difficulty: { least: 1.5, most: 3.5 } })
  expect(body.papers.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
  expect(body.exposure.map(({ code }) => code).toSorted()).toEqual(['q0', 'q1', 'q2', 'q3'])
  expect(body.exposure.reduce((sum, { given }) => sum + given, 0)).toBe(2000)
  expect(await dryRun({ count: 5 })).toMatchObject({ status: 409, body: { code: 'paper_not_drawn' } })
})

test('the overview and the checklist name what the bank lacks', async () => {
  const { overview } = await aTest({
    sections: [{ title: '', draws: [{ topic: 'право', difficulty: 1, count: 2, points: 1 }] }],
  })
  expect((await overview()).body).toMatchObject({
    shortages: ['Тема «право», сложность 1: в вариант входит 2, в банке 1'],
    published_at: null,
  })
})

test('KO-06 the live board shows begun, online, interrupted and finished attempts, with the median minute', async () => {
  const { person, overview, people } = await aTest()
  const online = await person([true], { done: false, begunAgo: 12 * minute })
  const lost = await person([], { done: false, begunAgo: 21 * minute, heardAgo: 5 * minute })
  const finished = await person([true, true], { begunAgo: 30 * minute })
  expect((await overview()).body.board).toEqual({
    begun: 3,
    online: 1,
    lost: 1,
    finished: 1,
    median_minute: 16,
    median_took: 30,
    papers: { made: 3, given: 3 },
  })
  expect((await people('online')).people).toMatchObject([{ test_id: online.testId, answered: 1, finished_at: null }])
  expect((await people('lost')).people).toMatchObject([{ test_id: lost.testId, answered: 0 }])
  expect((await people('finished')).people).toMatchObject([{ test_id: finished.testId, answered: 2 }])
})

test('KO-06 the live board counts only valid answers: neither late ones nor those taken back', async () => {
  const { person, people, versions } = await aTest()
  const { attemptId } = await person([true, false, true], { done: false })
  const later = { attempt_id: attemptId, sent_at: null, received_at: app.clock.now() }
  const [first, , , fourth] = versions
  await app.db
    .insertInto('test_answers')
    .values([
      { ...later, seq: 4, version_id: first?.id ?? 0, answer: null, in_time: true },
      {
        ...later,
        ...{ seq: 5, version_id: fourth?.id ?? 0, answer: '"a"', in_time: false },
        received_at: new Date(app.clock.now().getTime() + 60 * minute),
      },
    ])
    .execute()
  expect((await people('online')).people).toMatchObject([{ answered: 2 }])
})

test('KO-06 extra minutes reach all running attempts, a region or chosen people, and never people who have finished', async () => {
  const { person, minutes, extra } = await aTest()
  const one = await person([], { done: false })
  const other = await person([], { done: false, region: '1600000000000' })
  const finished = await person([true])
  expect((await minutes({ all: true })).body).toEqual({ reached: 2 })
  expect((await minutes({ region: '1600000000000' }, 3)).body).toEqual({ reached: 1 })
  expect((await minutes({ people: [one.testId, finished.testId] }, 1)).body).toEqual({ reached: 1 })
  expect(await extra()).toEqual([
    [one.attemptId, 6],
    [other.attemptId, 8],
  ])
  const journal = await sql<{ detail: unknown }>`select detail from audit where action = 'attempt_minutes_added'
    order by id desc limit 1`.execute(app.db)
  expect(journal.rows).toMatchObject([{ detail: { minutes: 1, attempts: [one.attemptId] } }])
})

test('the reason for an act on a person stands with the person, and never in the audit, which keeps it for ever', async () => {
  const { person, minutes, goOn } = await aTest()
  const running = await person([], { done: false })
  const finished = await person([true])
  await minutes({ people: [running.testId] })
  expect((await goOn(finished.testId)).status).toBe(200)
  const acts = await app.db
    .selectFrom('participant_acts')
    .select(['account_id', 'act', 'reason'])
    .where('account_id', 'in', [running.id, finished.id])
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { account_id: running.id, act: 'minutes_added', reason: 'Авария у провайдера' },
    { account_id: finished.id, act: 'continued', reason: 'Пропал свет' },
  ])
  const { rows } = await sql<{ detail: string }>`select detail::text from audit`.execute(app.db)
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ detail }) => /Авария|Пропал/.test(detail))).toEqual([])
})

test('KE-06 a person who has finished may continue before the result is published: the same answers, a new end, one score', async () => {
  const { person, goOn, results, publish, people, stageId } = await aTest()
  const own = await person([true, false])
  const other = await person([true])
  expect((await results()).people).toHaveLength(2)
  const { body, status } = await goOn(own.testId)
  expect(status).toBe(200)
  const device = callsOf(app, stageId, own.token, 'a-new-device')
  const attempt = await app.db
    .selectFrom('attempts')
    .selectAll()
    .where('account_id', '=', own.id)
    .executeTakeFirstOrThrow()
  expect(attempt).toMatchObject({ finished_at: null, finished_by: null, number: 1 })
  const page = (await device.read()).body
  expect(page).toMatchObject({ status: 'in_progress', deadline: body.deadline, attempt: { answered: 2, here: false } })
  expect((await people('online')).people).toMatchObject([{ test_id: own.testId, answered: 2 }])
  expect((await goOn(own.testId)).body).toMatchObject({ code: 'attempt_goes_on' })
  expect((await results()).people.map(({ test_id }) => test_id)).toEqual([other.testId])

  await sql`update attempts set begun_at = begun_at - interval '1 day', due_at = '-infinity'
    where id = ${own.attemptId}`.execute(app.db)
  expect(await finishAttemptsAtDeadline(app.services)).toBe(1)
  expect((await results()).people.map(({ test_id }) => test_id).toSorted()).toEqual(
    [own.testId, other.testId].toSorted(),
  )
  await publish()
  expect((await goOn(own.testId)).body).toMatchObject({ code: 'result_published' })
  const stranger = await aPerson(app)
  const { test_id } = await app.db
    .selectFrom('accounts')
    .select('test_id')
    .where('id', '=', stranger.id)
    .executeTakeFirstOrThrow()
  expect((await goOn(test_id ?? 0)).status).toBeGreaterThanOrEqual(400)
})

test('KE-06 an end that the organiser publishes for a running test is applied at once, not at the next usual look', async () => {
  const { person, stageId, code, token } = await aTest()
  const own = await person([true, false], { done: false })
  const params = { competition: code, code: 'test' }
  const nextLook = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_at - clock_timestamp())::float as seconds from graphile_worker.jobs
      where key = 'finish_attempts'`.execute(app.db)
    return rows.map(({ seconds }) => Math.round(seconds))
  }
  await app.db.transaction().execute((tx) => lookAtAttempts(tx, minute))
  expect((await nextLook())[0]).toBeGreaterThan(20)
  const { body: stage } = await app.call('GET /admin/competitions/:competition/stages/:code', { token, params })
  const closesAt = new Date(Math.floor((await databaseNow(app.db)).getTime() / minute) * minute)
  const saved = await app.call('PUT /admin/competitions/:competition/stages/:code', {
    token,
    params,
    body: {
      revision: stage.revision,
      answer: { ...stage.answer, stage_closes_at: formatWire(closesAt).slice(0, 16) },
      gate: stage.gate,
    },
  })
  const body = { revision: saved.body.revision }
  const published = await app.call('POST /admin/competitions/:competition/stages/:code/publish', {
    token,
    params,
    body,
  })
  expect(published.status).toBe(200)
  const [seconds = minute] = await nextLook()
  expect(seconds).toBeLessThanOrEqual(0)
  // The grace of an attempt must pass first.
  await sql`update stages set closes_at = closes_at - interval '10 seconds' where id = ${stageId}`.execute(app.db)
  await runQueued(app.db, 'finish_attempts', jobTasks(app.services))
  const [attempt] = await app.db.selectFrom('attempts').selectAll().where('id', '=', own.attemptId).execute()
  expect(attempt).toMatchObject({
    finished_by: 'deadline',
    finished_at: new Date(closesAt.getTime() - 10 * second),
    due_at: null,
  })
})

test('KO-06 an incident names the people who lost the connection in it, proposes minutes, and gives them to those still at work', async () => {
  const { person, incident, minutes, extra } = await aTest()
  const now = app.clock.now().getTime()
  const at = (minutesAgo: number) => new Date(now - minutesAgo * minute)
  const back = await person([], { done: false })
  const still = await person([], { done: false, heardAgo: 4 * minute })
  const fine = await person([], { done: false })
  const finished = await person([true])
  const silent = (attempt_id: number, from: number, until: number) =>
    app.db
      .insertInto('attempt_silences')
      .values({ attempt_id, silent_from: at(from), heard_again_at: at(until) })
      .execute()
  await silent(back.attemptId, 9, 6.5)
  await silent(finished.attemptId, 8, 7)
  await silent(fine.attemptId, 30, 20)
  const { body } = await incident(at(8), at(2))
  expect(body).toMatchObject({ affected: 3, running: 2, proposed: 2 })
  expect(body.people).toMatchObject([
    { test_id: still.testId, lost_seconds: 120, running: true },
    { test_id: back.testId, lost_seconds: 90, running: true },
    { test_id: finished.testId, lost_seconds: 60, running: false },
  ])
  // The default interval is the one in which most people were silent at once; fields hold whole minutes.
  const whole = (round: (value: number) => number, time: Date) => new Date(round(time.getTime() / minute) * minute)
  expect((await incident()).body).toMatchObject({
    from: formatWire(whole(Math.floor, at(9))),
    until: formatWire(whole(Math.ceil, at(6.5))),
    affected: 2,
    running: 1,
  })
  expect(await incident(at(2), at(8))).toMatchObject({ status: 422, body: { code: 'form_invalid' } })
  const lost = { from: formatWire(at(8)), until: formatWire(at(2)) }
  expect((await minutes({ lost }, 2)).body).toEqual({ reached: 2 })
  expect(await extra()).toEqual([
    [back.attemptId, 2],
    [still.attemptId, 2],
  ])
})

test('all results are published at once and to nobody before; answers that came late do not count', async () => {
  const { person, results, publish, told, decisions, stageId, versions } = await aTest()
  const good = await person([true, true, true, false])
  const bad = await person([true, false, false, false])
  await person([], { done: false })
  await app.db
    .insertInto('test_answers')
    .values({
      attempt_id: bad.attemptId,
      seq: 5,
      version_id: versions[1]?.id ?? 0,
      answer: JSON.stringify('b'),
      sent_at: null,
      received_at: app.clock.now(),
      in_time: false,
    })
    .execute()
  expect(await results()).toMatchObject({
    scored: 2,
    unfinished: 1,
    passing: 50,
    passed: 1,
    published_at: null,
    untold: 2,
    people: [
      { test_id: good.testId, rank: 1, score: 75, seconds: 600 },
      { test_id: bad.testId, rank: 2, score: 25 },
    ],
  })
  expect(await publishedResult(app.db, { accountId: good.id, stageId })).toBeNull()
  expect(await decisions()).toEqual([])
  expect(await told(good.id)).toEqual([])

  await publish()
  await publish()
  expect(await decisions()).toMatchObject([
    { account_id: good.id, outcome: 'passed', reason: 'Ваш результат — 75 из 100, проходной балл — 50.' },
    { account_id: bad.id, outcome: 'failed', reason: 'Ваш результат — 25 из 100, проходной балл — 50.' },
  ])
  expect(await told(bad.id)).toHaveLength(1)
  expect(await results()).toMatchObject({ untold: 0, published_at: formatWire(app.clock.now()) })
  expect(await publishedResult(app.db, { accountId: bad.id, stageId })).toMatchObject({
    score: 25,
    passing: 50,
    people: 2,
    below: 0,
    distribution: distribution(
      new Map([
        [7, 1],
        [2, 1],
      ]),
    ),
  })
})

test('KO-06 a voided question or a corrected key shows the change of ranks first, and counts only when it is applied', async () => {
  const { person, rule, results, publish, decisions, versions } = await aTest()
  const first = await person([true, true, true, false])
  const second = await person([false, false, true, true])
  const third = await person([false, false, false, true])
  await publish()
  const [q0, , q2] = versions
  const faulty = await rule({ version_id: q0?.id ?? 0, key: { kind: 'single', option: 'z' }, apply: true })
  expect(faulty).toMatchObject({ status: 422, body: { code: 'question_faulty' } })
  expect(await rule({ version_id: 999_999, key: null, apply: true })).toMatchObject({
    body: { code: 'question_not_found' },
  })

  const mended = { version_id: q0?.id ?? 0, key: { kind: 'single' as const, option: 'b' } }
  const shown = await rule({ ...mended, apply: false })
  expect(shown.body).toMatchObject({ applied: false, changed: 3, newly_passed: 1, newly_failed: 0 })
  expect(shown.body.people[0]).toMatchObject({
    test_id: second.testId,
    before: { score: 50, rank: 2 },
    after: { score: 75, rank: 1 },
  })
  expect((await results()).people.map(({ score }) => score)).toEqual([75, 50, 25])

  expect((await rule({ ...mended, apply: true })).body.applied).toBe(true)
  expect((await results()).people.map(({ test_id, score, rank }) => [test_id, score, rank])).toEqual([
    [second.testId, 75, 1],
    [first.testId, 50, 2],
    [third.testId, 50, 2],
  ])
  await rule({ version_id: q2?.id ?? 0, key: null, apply: true })
  const after = await results()
  expect(after.people.map(({ test_id, score }) => [test_id, score])).toEqual([
    [second.testId, 66.67],
    [third.testId, 66.67],
    [first.testId, 33.33],
  ])
  expect(after).toMatchObject({
    untold: 3,
    questions: [{ ruling: { key: { option: 'b' } } }, {}, { ruling: { key: null } }, {}],
  })
  await publish()
  expect((await decisions()).slice(3)).toMatchObject([
    { account_id: first.id, outcome: 'failed' },
    { account_id: second.id, outcome: 'passed' },
    { account_id: third.id, outcome: 'passed', reason: expect.stringContaining('Результат пересчитан, было 25.') },
  ])
})

test('KO-06 a control test is shown next to the first one, the largest difference first, and scores of team members are summed up', async () => {
  const { person, code, stageId, compare, teams } = await aTest()
  const apart = await person([true, true, true, true])
  const alike = await person([true, true, false, false])
  const { id: controlId } = await app.db
    .insertInto('stages')
    .values({ competition_code: code, code: 'control', type: 'test', title: 'Контрольный тест', settings: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('test_papers')
    .columns(['stage_id', 'account_id', 'number', 'seed', 'sections', 'made_at', 'given_at'])
    .expression((from) =>
      from
        .selectFrom('test_papers')
        .select((eb) => [
          eb.val(controlId).as('stage_id'),
          ...(['account_id', 'number', 'seed', 'sections', 'made_at', 'given_at'] as const),
        ])
        .where('stage_id', '=', stageId),
    )
    .execute()
  for (const { id } of [apart, alike])
    await app.db
      .insertInto('attempts')
      .values({
        ...{ account_id: id, stage_id: controlId, number: 1, limit_minutes: 40, device: 'a' },
        ...{
          begun_at: app.clock.now(),
          heard_at: app.clock.now(),
          finished_at: app.clock.now(),
          finished_by: 'person',
        },
      })
      .execute()
  await vi.waitFor(async () => {
    expect((await compare('control')).body).toMatchObject({
      both: 2,
      people: [
        { test_id: apart.testId, score: 100, control: 0 },
        { test_id: alike.testId, score: 50, control: 0 },
      ],
    })
  }, patience)
  expect(await compare('nothing')).toMatchObject({ status: 404, body: { code: 'stage_not_found' } })

  expect((await teams()).body).toEqual({ as_of: null, teams: [] })
  const { id: team_id } = await app.db
    .insertInto('formed_teams')
    .values({
      stage_id: stageId,
      competition_code: code,
      name: 'Вектор',
      name_key: 'вектор',
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id } of [apart, alike])
    await app.db
      .insertInto('formed_team_members')
      .values({ team_id, stage_id: stageId, account_id: id, role: 'member', state: 'active', since: app.clock.now() })
      .execute()
  expect((await teams()).body).toEqual({ as_of: null, teams: [{ team: 'Вектор', sum: 150, done: 2, members: 2 }] })
})

test('KO-06 the suspicion list flags leaving the page, two addresses and equal answers at the same time', async () => {
  const { person, signs } = await aTest()
  const answeredAt = new Date(app.clock.now().getTime() - 30 * second)
  const one = await person([true, false, false, true], { answeredAt })
  const other = await person([true, false, false, true], { answeredAt })
  await person([true, false, false, true], { answeredAt: new Date(answeredAt.getTime() - minute) })
  const sign = (attempt_id: number, kind: 'left_page' | 'taken_over' | 'address', detail: string) =>
    app.db.insertInto('test_signs').values({ attempt_id, sign: kind, noticed_at: answeredAt, detail }).execute()
  await sign(one.attemptId, 'left_page', '30000')
  await sign(one.attemptId, 'left_page', '12000')
  await sign(one.attemptId, 'address', 'x')
  await sign(other.attemptId, 'address', 'x')
  await sign(other.attemptId, 'address', 'y')
  const { people, pairs } = await signs()
  expect(people).toMatchObject([
    { test_id: other.testId, left: 0, addresses: 2, taken_over: 0 },
    { test_id: one.testId, left: 2, away_seconds: 42, addresses: 1 },
  ])
  expect(pairs).toEqual([
    {
      one: expect.objectContaining({ test_id: one.testId }),
      other: expect.objectContaining({ test_id: other.testId }),
      ...{ same: 4, wrong: 2, of: 4 },
    },
  ])
})

test('KO-06 equal right answers make no pair, even where some of them came at the same time; wrong ones and a whole paper in step do', async () => {
  const { person, signs, versions, rule } = await aTest({}, ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'])
  const answeredAt = new Date(app.clock.now().getTime() - 5 * minute)
  const all = Array.from({ length: 8 }, () => true)
  const knowing = (after: readonly number[]) => person(all, { answeredAt, after })
  // Five of eight answers come at the same time as those of other people who know the subject.
  await knowing([0, 0, 0, 0, 0, 20, 40, 60].map((each) => each * second))
  await knowing([0, 1, 2, 3, 4, 90, 120, 150].map((each) => each * second))
  expect((await signs()).pairs).toEqual([])

  const erring = (after: readonly number[]) =>
    person(
      all.map((_, at) => at > 1),
      { answeredAt: new Date(answeredAt.getTime() - 2 * minute), after },
    )
  const [first, twin] = [
    await erring([0, 0, 0, 0, 30, 31, 32, 33].map((each) => each * second)),
    await erring([1, 1, 1, 1, 60, 61, 62, 63].map((each) => each * second)),
  ]
  const pairOf = (one: { testId: number }, other: { testId: number }, counts: object) => ({
    one: expect.objectContaining({ test_id: one.testId }),
    other: expect.objectContaining({ test_id: other.testId }),
    ...counts,
  })
  expect((await signs()).pairs).toEqual([pairOf(first, twin, { same: 4, wrong: 2, of: 8 })])

  const [third, fourth] = [
    await knowing(all.map((_, at) => 10 * minute + at * 20 * second)),
    await knowing(all.map((_, at) => 10 * minute + at * 20 * second + 2 * second)),
  ]
  const inStep = pairOf(third, fourth, { same: 8, wrong: 0, of: 8 })
  expect((await signs()).pairs).toEqual([pairOf(first, twin, { same: 4, wrong: 2, of: 8 }), inStep])

  // Questions that do not count cannot be wrong.
  for (const at of [0, 1]) await rule({ version_id: versions[at]?.id ?? 0, key: null, apply: true })
  expect((await signs()).pairs).toEqual([inStep])
})
