import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { jobTasks } from '#server/jobs.ts'
import { ownAttempts } from '#server/kinds/own-stage-data.ts'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import type { Services } from '#server/services.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aRacingProcess } from '#server/testing/a-racing-process.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { lyingClock } from '#server/testing/lying-clock.ts'
import { patience } from '#server/testing/patience.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { answerTimed, finishTimed, raceAttempts, timedSeasons } from '#server/testing/timed-kind.ts'
import { attemptGrace, connectionLostAfter } from '#shared/stages/attempt.ts'
import { beginAttempt, giveExtraMinutes, hearAttempt } from './attempts.ts'
import { finishAttemptsAtDeadline } from './finish-attempts.ts'
import { oneStage } from './one-stage.ts'

let app: TestApp
let services: Services
beforeAll(async () => {
  app = await testApp({ now: new Date() })
  await sql`create table timed_answers (attempt_id int, value int, came_at timestamptz)`.execute(app.db)
  services = { ...app.services, seasons: timedSeasons() }
})
afterAll(() => app.close())

const minute = 60_000

async function aTest({ type = 'timed', people = 1, closesIn = 90 } = {}) {
  const now = await databaseNow(app.db)
  app.clock.set(now)
  const { code, stageIds } = await aCompetition(app.db, {
    teams: { type: 'teams_forming', settings: { size_min: 2, size_max: 2 } },
    test: { type, closes_at: new Date(now.getTime() + closesIn * minute), settings: { minutes: 40 } },
    next: { type: 'form', gate: JSON.stringify({ stage: 'test', outcome: 'submitted' }) },
  })
  const accountIds: number[] = []
  for (let made = 0; made < people; made += 1) {
    const { id } = await aPerson(app)
    await takesPart(app.db, id, code, 'main', now)
    accountIds.push(id)
  }
  const stageId = stageIds.test
  const own = accountIds[0] ?? 0
  return {
    code,
    stageId,
    teamsId: stageIds.teams,
    own,
    accountIds,
    begin: (device = 'a', accountId = own) => beginAttempt(services, { accountId, stageId, device }),
    hear: (device = 'a', accountId = own) => hearAttempt(services, { accountId, stageId, device }),
    takeOver: (device: string) => hearAttempt(services, { accountId: own, stageId, device }, { takeOver: true }),
    answer: (value: number, accountId = own, device = 'a') =>
      answerTimed(services, { accountId, stageId, value, device }),
    finish: (accountId = own) => finishTimed(services, { accountId, stageId }),
    /** Moves the beginning of the attempt, and its last sign of life, this far into the past. */
    earlier: (ms: number) =>
      sql`update attempts set due_at = '-infinity', begun_at = begun_at - ${ms} * interval '1 millisecond',
        heard_at = heard_at - ${ms} * interval '1 millisecond' where stage_id = ${stageId}`.execute(app.db),
    attempts: () => app.db.selectFrom('attempts').selectAll().where('stage_id', '=', stageId).orderBy('id').execute(),
    handIns: () =>
      app.db
        .selectFrom('hand_ins')
        .select(['account_id', 'data', 'arrived_at', 'by_system'])
        .where('stage_id', '=', stageId)
        .orderBy('id')
        .execute(),
    status: async (of: 'test' | 'next' = 'test', accountId = own) =>
      (await oneStage(app.db, services.seasons, accountId, { stageId: stageIds[of] }, await databaseNow(app.db))).state,
  }
}
const refusedWith = (code: string) => expect.objectContaining({ code })

describe('an attempt', () => {
  test('begins once under a race, continues on its own device and is refused to others', async () => {
    const { begin, attempts } = await aTest()
    const devices = ['a', 'b', 'a', 'c', 'b', 'a']
    const begun = await Promise.allSettled(devices.map((device) => begin(device)))
    const rows = await attempts()
    expect(rows.map(({ number, finished_at }) => [number, finished_at])).toEqual([[1, null]])
    for (const [place, each] of begun.entries()) {
      if (devices[place] === rows[0]?.device) expect(each).toMatchObject({ value: { number: 1, state: 'running' } })
      else expect(each).toMatchObject({ reason: { code: 'attempt_elsewhere' } })
    }
  })

  test('passes to another device that takes it over; the first device is refused at its next call', async () => {
    const { begin, hear, takeOver, answer, own } = await aTest()
    await begin('phone')
    await takeOver('laptop')
    await expect(hear('phone')).rejects.toEqual(refusedWith('attempt_elsewhere'))
    await expect(answer(1, own, 'phone')).rejects.toEqual(refusedWith('attempt_elsewhere'))
    await answer(1, own, 'laptop')
    expect(await hear('laptop')).toMatchObject({ number: 1, state: 'running' })
  })

  test('has a status on the path while it runs, after it lost its connection and after its time is over', async () => {
    const { begin, hear, earlier, status, handIns } = await aTest()
    expect((await status()).status).toBe('available')
    await begin()
    expect(await status()).toMatchObject({ status: 'in_progress', reason: expect.stringContaining('Попытка идёт до') })
    await earlier(connectionLostAfter + 1000)
    expect((await status()).status).toBe('interrupted')
    await hear()
    expect((await status()).status).toBe('in_progress')
    await earlier(40 * minute + attemptGrace)
    expect((await status()).status).toBe('processing')
    expect((await status('next')).status).toBe('wait')
    expect(await finishAttemptsAtDeadline(services)).toBe(1)
    expect((await status()).status).toBe('wait')
    expect((await status('next')).status).toBe('available')
    expect(await handIns()).toMatchObject([{ by_system: true, data: { values: [] } }])
  })

  test('is handed in by its person with the answers so far, and a second one needs a return of the first', async () => {
    const { begin, answer, finish, attempts, handIns, stageId } = await aTest()
    await expect(finish()).rejects.toEqual(refusedWith('attempt_not_begun'))
    await begin()
    await answer(2)
    await answer(1)
    const { receipt, status } = await finish()
    expect([receipt.revision, status]).toEqual([1, 'wait'])
    expect((await finish()).receipt).toEqual(receipt)
    expect(await handIns()).toMatchObject([{ by_system: false, data: { values: [1, 2] } }])
    await expect(answer(3)).rejects.toEqual(refusedWith('attempt_over'))
    await expect(begin()).rejects.toEqual(refusedWith('stage_closed'))
    await app.db.updateTable('stage_facts').set({ submitted_at: null }).where('stage_id', '=', stageId).execute()
    expect((await begin()).number).toBe(2)
    expect((await attempts()).map(({ finished_by }) => finished_by)).toEqual(['person', null])
  })
})

describe('the deadline', () => {
  test.each([
    -120, 120,
  ])('R-68 is counted in the time of the database: a process whose clock is %i minutes off changes nothing', async (off) => {
    const { begin, hear, answer, finish, attempts, handIns } = await aTest()
    const before = await databaseNow(app.db)
    app.clock.advance(off * minute)
    const { deadline, begunAt } = await begin()
    expect(begunAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(deadline).toEqual(new Date(begunAt.getTime() + 40 * minute))
    await answer(1)
    expect((await hear()).state).toBe('running')
    expect(await finishAttemptsAtDeadline(services)).toBe(0)
    await finish()
    const [row] = await attempts()
    const [handedIn] = await handIns()
    expect(row?.finished_by).toBe('person')
    expect(handedIn?.arrived_at).toEqual(row?.finished_at)
    expect(Number(handedIn?.arrived_at)).toBeGreaterThanOrEqual(begunAt.getTime())
    expect(Number(handedIn?.arrived_at)).toBeLessThanOrEqual(Number(await databaseNow(app.db)))
  })

  test('is cut by the end of the stage; a longer window or more minutes apply to a running attempt', async () => {
    const { begin, hear, attempts, stageId, own, earlier } = await aTest({ closesIn: 30 })
    const { begunAt, deadline } = await begin()
    const [row] = await attempts()
    expect(deadline?.getTime()).toBeLessThan(begunAt.getTime() + 31 * minute)
    const longer = new Date(begunAt.getTime() + 60 * minute)
    const extension = { stage_id: stageId, account_id: own, closes_at: longer, reason: 'Сбой', granted_at: begunAt }
    await app.db.insertInto('stage_extensions').values(extension).execute()
    expect((await hear()).deadline).toEqual(new Date(begunAt.getTime() + 40 * minute))
    const give = (minutes: number) =>
      app.db.transaction().execute((tx) =>
        giveExtraMinutes(tx, {
          attemptIds: [row?.id ?? 0],
          minutes,
          reason: 'Сбой',
          givenBy: own,
          of: { competition: 'c', stage: 's' },
        }),
      )
    expect(await give(15)).toEqual([row?.id])
    expect((await hear()).deadline).toEqual(new Date(begunAt.getTime() + 55 * minute))
    await give(15)
    expect((await hear()).deadline).toEqual(longer)
    await earlier(50 * minute)
    expect(await finishAttemptsAtDeadline(services)).toBe(0)
    await earlier(21 * minute)
    expect(await finishAttemptsAtDeadline(services)).toBe(1)
    expect(await give(15)).toEqual([])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit where action = 'attempt_minutes_added' and actor_id = ${own}`.execute(
      app.db,
    )
    expect(rows[0]?.count).toBe(2)
  })

  test('a window that the organiser shortens ends the attempt, which counts as handed in at that moment', async () => {
    const { begin, answer, earlier, stageId, handIns, attempts } = await aTest()
    await begin()
    await answer(7)
    await earlier(20 * minute)
    const now = await databaseNow(app.db)
    const closes_at = new Date(now.getTime() - 10 * minute)
    await app.db.updateTable('stages').set({ closes_at }).where('id', '=', stageId).execute()
    await expect(answer(8)).rejects.toEqual(refusedWith('attempt_over'))
    expect(await finishAttemptsAtDeadline(services)).toBe(1)
    expect(await finishAttemptsAtDeadline(services)).toBe(0)
    expect(await handIns()).toMatchObject([{ arrived_at: closes_at, by_system: true, data: { values: [7] } }])
    expect(await attempts()).toMatchObject([{ finished_at: closes_at, finished_by: 'deadline', due_at: null }])
  })

  test('of an attempt begun moments before the stage closes does not wait for the usual sweep', async () => {
    const jobs = async (stage: Awaited<ReturnType<typeof aTest>>) => {
      const [attempt] = await stage.attempts()
      const { rows } = await sql<{ run_at: Date }>`
        select j.run_at from graphile_worker.jobs j where j.task_identifier = 'finish_attempts'
          and j.run_at between ${attempt?.due_at ?? null}::timestamptz and ${attempt?.due_at ?? null}::timestamptz + interval '1 second'`.execute(
        app.db,
      )
      return rows.length
    }
    const late = await aTest({ closesIn: 0.5, people: 2 })
    for (const id of late.accountIds) await late.begin('a', id)
    expect(await jobs(late)).toBe(1)
    const early = await aTest()
    await early.begin()
    expect(await jobs(early)).toBe(0)
  })

  test('one attempt that cannot be handed in does not block the others, and is tried again', async () => {
    const { begin, answer, earlier, accountIds, attempts } = await aTest({ people: 3 })
    for (const id of accountIds) await begin('a', id)
    await answer(13, accountIds[1])
    await earlier(41 * minute)
    await expect(finishAttemptsAtDeadline(services)).rejects.toThrow('1 of attempts could not be settled')
    expect((await attempts()).map(({ finished_by }) => finished_by)).toEqual(['deadline', null, 'deadline'])
    await sql`delete from timed_answers where value = 13`.execute(app.db)
    expect(await finishAttemptsAtDeadline(services)).toBe(1)
  })

  test('many attempts with one deadline end together, in few statements, each with its own answers and one letter', async () => {
    const { begin, answer, earlier, accountIds, attempts, handIns, status } = await aTest({ people: 45 })
    for (const id of accountIds) {
      await begin('a', id)
      await answer(id, id)
    }
    await earlier(41 * minute)
    const queries = await countQueries(() => finishAttemptsAtDeadline(services))
    expect(queries).toBeLessThan(3 * 12 + 10)
    const ended = await attempts()
    expect(new Set(ended.map(({ finished_by, due_at }) => `${finished_by} ${due_at}`))).toEqual(
      new Set(['deadline null']),
    )
    const handedIn = await handIns()
    expect(handedIn.map(({ account_id, data }) => [account_id, data.values])).toEqual(
      accountIds.map((id) => [id, [id]]),
    )
    expect(handedIn.map(({ arrived_at }) => arrived_at)).toEqual(ended.map(({ finished_at }) => finished_at))
    expect((await status()).status).toBe('wait')
    await runQueued(app.db, 'confirm_hand_in', jobTasks(app.services))
    const told = await app.db
      .selectFrom('notifications')
      .select(['account_id', 'text'])
      .where('account_id', 'in', accountIds)
      .execute()
    const receipts = await app.db
      .selectFrom('hand_ins')
      .select(['account_id', 'receipt_number'])
      .where('account_id', 'in', accountIds)
      .execute()
    expect(new Set(receipts.map(({ receipt_number }) => receipt_number)).size).toBe(45)
    for (const { account_id, receipt_number } of receipts)
      expect(told.filter((each) => each.account_id === account_id).map(({ text }) => text)).toEqual([
        expect.stringContaining(receipt_number),
      ])
  })

  test('an attempt that is locked while others end is left to end alone, and longer ones continue', async () => {
    const { begin, earlier, accountIds, attempts, stageId } = await aTest({ people: 4 })
    for (const id of accountIds) await begin('a', id)
    await earlier(41 * minute)
    const [held, longer] = await attempts()
    await app.db
      .updateTable('attempts')
      .set({ extra_minutes: 10 })
      .where('id', '=', longer?.id ?? 0)
      .execute()
    const sweep = await app.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('stage_facts')
        .selectAll()
        .where('stage_id', '=', stageId)
        .where('account_id', '=', held?.account_id ?? 0)
        .forUpdate()
        .execute()
      const sweeping = finishAttemptsAtDeadline(services)
      await vi.waitFor(
        async () => expect((await attempts()).filter(({ finished_at }) => finished_at)).toHaveLength(2),
        { timeout: patience },
      )
      return { sweeping }
    })
    expect(await sweep.sweeping).toBe(3)
    const after = await attempts()
    expect(after.map(({ finished_by }) => finished_by)).toEqual(['deadline', null, 'deadline', 'deadline'])
    expect(Number(after[1]?.due_at)).toBeGreaterThan(Number(after[1]?.begun_at) + 50 * minute)
  })

  test('a disqualified person cannot answer any more, and the earlier answers are handed in at the end', async () => {
    const { begin, answer, finish, earlier, own, code, handIns } = await aTest()
    await begin()
    await answer(1)
    const takingPart = app.db.updateTable('participations').where('account_id', '=', own)
    const now = await databaseNow(app.db)
    await takingPart.set({ disqualified_at: now }).where('competition_code', '=', code).execute()
    await expect(answer(2)).rejects.toEqual(refusedWith('stage_not_allowed'))
    await expect(finish()).rejects.toEqual(refusedWith('stage_not_allowed'))
    await earlier(41 * minute)
    await finishAttemptsAtDeadline(services)
    expect(await handIns()).toMatchObject([{ data: { values: [1] } }])
  })
})

test('an attempt whose stage was decided meanwhile ends without a hand-in that would undo the decision', async () => {
  const { begin, earlier, stageId, attempts, handIns, status } = await aTest()
  await begin()
  const failed_at = await databaseNow(app.db)
  await app.db.updateTable('stage_facts').set({ failed_at }).where('stage_id', '=', stageId).execute()
  await earlier(41 * minute)
  expect(await finishAttemptsAtDeadline(services)).toBe(1)
  expect((await attempts()).map(({ finished_by }) => finished_by)).toEqual(['deadline'])
  expect([await handIns(), (await status()).status]).toEqual([[], 'not_allowed'])
})

test.each([
  -2, 2,
])('R-62 an answer is stored if and only if it came by the deadline and its grace, and each attempt finishes once, also by a process whose clock is %i hours off', async (hours) => {
  const { begin, accountIds, stageId, attempts, handIns } = await aTest({ people: 12 })
  const off = hours * 60 * minute
  app.clock.advance(off)
  const lying = await aRacingProcess(app.databaseUrl, lyingClock({ off }))
  expect(Math.abs(lying.clock - Date.now() - off)).toBeLessThan(10 * minute)
  for (const id of accountIds) await begin('a', id)
  // The time of all attempts runs out in the next moments, while people answer.
  const spent = 40 * minute + attemptGrace - 4000
  await sql`update attempts set begun_at = clock_timestamp() - ${spent} * interval '1 millisecond', due_at = '-infinity'
    where stage_id = ${stageId}`.execute(app.db)
  const race = { stageId, answering: accountIds, finishing: accountIds.slice(0, 6) }
  const both = await Promise.all([
    raceAttempts(services, { ...race, from: 101 }),
    lying.race({ ...race, from: 100_001 }),
  ])
  for (const kept of both) expect(kept.length).toBeGreaterThan(0)

  const { rows } = await sql<{ stored: number; late: number }>`
    select count(*)::int as stored, (count(*) filter (
      where t.came_at > a.begun_at + interval '40 minutes' + ${attemptGrace} * interval '1 millisecond'))::int as late
    from timed_answers t join attempts a on a.id = t.attempt_id where a.stage_id = ${stageId}`.execute(app.db)
  expect(rows).toEqual([{ stored: both.flat().length, late: 0 }])
  const handedIn = await handIns()
  expect(handedIn.map((each) => each.account_id).sort()).toEqual(accountIds.toSorted())
  for (const { account_id, data } of handedIn) {
    const kept = both.flat().filter((each) => each.accountId === account_id)
    expect(data.values).toEqual(kept.map(({ value }) => value).toSorted((one, other) => one - other))
  }
  for (const each of await attempts())
    expect(Number(each.finished_at)).toBeLessThanOrEqual(each.begun_at.getTime() + 40 * minute)
})

test('the attempt of a team is shared by all its members, and is handed in for each of them', async () => {
  const { begin, hear, answer, earlier, accountIds, teamsId, code, stageId, attempts, status } = await aTest({
    type: 'timed_team',
    people: 2,
  })
  const now = app.clock.now()
  const { id: team_id } = await app.db
    .insertInto('formed_teams')
    .values({ stage_id: teamsId, competition_code: code, name: code, name_key: code, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [captain = 0, member = 0] = accountIds
  const active = { team_id, stage_id: teamsId, state: 'active' as const, since: now }
  await app.db
    .insertInto('formed_team_members')
    .values(accountIds.map((account_id) => ({ ...active, account_id })))
    .execute()
  const begun = await Promise.allSettled([begin('a', captain), begin('b', member)])
  expect(begun.map(({ status: how }) => how).sort()).toEqual(['fulfilled', 'rejected'])
  const device = (await attempts())[0]?.device
  await answer(5, member, device)
  expect((await hear(device, captain)).number).toBe(1)
  expect((await status('test', member)).status).toBe('in_progress')
  await earlier(41 * minute)
  expect(await finishAttemptsAtDeadline(services)).toBe(1)
  const facts = app.db.selectFrom('stage_facts').select('submitted_at').where('stage_id', '=', stageId)
  expect((await facts.execute()).map(({ submitted_at }) => submitted_at !== null)).toEqual([true, true])
})

test('R-57 a person’s attempts are in the export of their data', async () => {
  const { begin, finish, own } = await aTest()
  await begin('my-phone')
  await finish()
  const [record] = await ownAttempts(app.db, own)
  expect(record?.kept).toMatchObject({ number: 1, limit_minutes: 40, device: 'my-phone', finished_by: 'person' })
})
