import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobTasks } from '#server/jobs.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { recordFacts } from './facts.ts'
import { remindOfEnds } from './remind-of-ends.ts'
import { handInWork } from './work.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hour = 3_600_000
const at = (hours: number) => new Date(start.getTime() + hours * hour)
beforeEach(() => app.clock.set(start))

type Stage = Parameters<typeof aCompetition>[1][string]
type Person = Awaited<ReturnType<typeof aPerson>>

const essay = (more: Omit<Stage, 'type'> = {}): Stage => ({ type: 'essay', closes_at: at(48), ...more })

/** A competition with these stages, and people who take part in it. */
async function aSeason<Code extends string>(stages: Record<Code, Stage>) {
  const season = await aCompetition(app.db, stages, { tracks: ['main', 'late'] })
  const person = async (track = 'main') => {
    const one = await aPerson(app)
    await takesPart(app.db, one.id, season.code, track, start)
    return one
  }
  return { ...season, person }
}

const sweepAt = (hours: number) => {
  app.clock.set(at(hours))
  return remindOfEnds(app.services)
}

/** The ends in the subjects of the reminders that the person got. */
async function told({ email }: Pick<Person, 'email'>): Promise<string[]> {
  const letters = await app.db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', email)
    .where('subject', 'like', '%закроется%')
    .orderBy('id')
    .execute()
  return letters.map(({ subject }) => subject)
}

const says = (hours: number, title = 'Этап essay') => `Этап «${title}» закроется ${showDateTime(at(hours))} по Москве`

const handIn = ({ id }: Person, stageId: number) =>
  handInWork(app.services, {
    accountId: id,
    stage: { stageId },
    data: { text: 'Мой ответ готов' },
    receivedAt: app.clock.now(),
    ip: '127.0.0.1',
    idempotencyKey: undefined,
  })

const move = (stageId: number, hours: number) =>
  app.db
    .updateTable('stages')
    .set({ closes_at: at(hours) })
    .where('id', '=', stageId)
    .execute()

test('a day before a stage ends, a person who has not handed in gets one letter and one notification', async () => {
  const { code, person } = await aSeason({ essay: essay() })
  const someone = await person()
  await sweepAt(23.9)
  expect(await told(someone)).toEqual([])
  await sweepAt(24)
  await sweepAt(25)
  await sweepAt(47)
  expect(await told(someone)).toEqual([says(48)])
  const letter = await app.db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', someone.email)
    .where('subject', '=', says(48))
    .executeTakeFirstOrThrow()
  expect(letter.text).toBe(`Здравствуйте!

${letter.text.split('\n')[2]}

Открыть этапы: ${app.config.publicUrl}/${code}/main

О чём вам писать, вы выбираете в профиле: ${app.config.publicUrl}/profile/notifications`)
  expect(letter.text).toMatch(
    /^Этап «Этап essay» конкурса «Конкурс \d+» закроется 23\.11\.2026 12:00 по Москве, а вы его ещё не завершили\. /m,
  )
  const bell = await app.db
    .selectFrom('notifications')
    .select(['title', 'payload'])
    .where('account_id', '=', someone.id)
    .execute()
  expect(bell).toEqual([{ title: says(48), payload: `<p><a href="/${code}/main">Открыть этапы</a></p>` }])
})

test('nobody gets a letter about a stage that is handed in, forbidden or of another track, or against their own choice', async () => {
  const { code, stageIds, person } = await aSeason({ essay: essay(), groups: { type: 'mentor_meetings' } })
  const only = await aSeason({ essay: essay({ tracks: ['late'] }) })
  const [early, meanwhile, failed, disqualified, silent, other] = [
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
    await only.person('main'),
  ]
  await handIn(early, stageIds.essay)
  await recordFacts(app.db, { accountId: failed.id, stageId: stageIds.essay }, { failedAt: start }, start)
  const all = [{ kind: 'deadlines', channel: 'email', wanted: false } as const]
  await app.call('PUT /user/notification-choices', { token: silent.token, body: { choices: all } })
  await sweepAt(10)
  app.clock.set(at(20))
  await handIn(meanwhile, stageIds.essay)
  await app.db
    .updateTable('participations')
    .set({ disqualified_at: at(20) })
    .where('account_id', '=', disqualified.id)
    .where('competition_code', '=', code)
    .execute()
  await sweepAt(24)
  for (const each of [early, meanwhile, failed, disqualified, silent, other]) expect(await told(each)).toEqual([])
  const bell = await app.db.selectFrom('notifications').select('title').where('account_id', '=', silent.id).execute()
  expect(bell).toEqual([{ title: says(48) }])
})

test('the person’s own end counts: of the track, by the region’s clock, with an extension', async () => {
  const { stageIds, person } = await aSeason({
    essay: essay({ track_windows: JSON.stringify({ late: { closes_at: at(72).toISOString() } }) }),
  })
  const [main, late, extended] = [await person(), await person('late'), await person()]
  await app.db
    .insertInto('stage_extensions')
    .values({
      stage_id: stageIds.essay,
      account_id: extended.id,
      closes_at: at(96),
      reason: 'Болезнь',
      granted_at: start,
    })
    .execute()
  const east = await aSeason({ essay: essay({ clock: 'participant' }) })
  const eastern = await east.person()
  await app.db
    .updateTable('participations')
    .set({ region: '4100000000000' })
    .where('account_id', '=', eastern.id)
    .execute()
  await sweepAt(15)
  expect(await told(eastern)).toEqual([says(39)])
  await sweepAt(24)
  expect([await told(main), await told(late), await told(extended)]).toEqual([[says(48)], [], []])
  await sweepAt(48)
  expect([await told(late), await told(extended)]).toEqual([[says(72)], []])
  await sweepAt(72)
  expect([await told(main), await told(late), await told(extended)]).toEqual([[says(48)], [says(72)], [says(96)]])
})

test('a moved end is notified again when it is earlier, or at least a day later, and so is an extension after the end', async () => {
  const { stageIds, person } = await aSeason({ essay: essay() })
  const someone = await person()
  await sweepAt(24)
  await move(stageIds.essay, 53)
  await sweepAt(30)
  expect(await told(someone)).toEqual([says(48)])
  await move(stageIds.essay, 40)
  await sweepAt(31)
  expect(await told(someone)).toEqual([says(48), says(40)])
  await move(stageIds.essay, 80)
  await sweepAt(55)
  await sweepAt(56)
  await sweepAt(57)
  expect(await told(someone)).toEqual([says(48), says(40), says(80)])
  await sweepAt(90)
  await app.db
    .insertInto('stage_extensions')
    .values({
      stage_id: stageIds.essay,
      account_id: someone.id,
      closes_at: at(120),
      reason: 'Сбой',
      granted_at: at(90),
    })
    .execute()
  await sweepAt(91)
  await sweepAt(97)
  expect(await told(someone)).toEqual([says(48), says(40), says(80), says(120)])
})

test('a stage that is open for less than a day is notified when it opens; one that ends within the hour is not', async () => {
  const { person } = await aSeason({ essay: essay({ opens_at: at(40) }), last: essay({ opens_at: at(47.5) }) })
  const someone = await person()
  await sweepAt(24)
  await sweepAt(39.9)
  expect(await told(someone)).toEqual([])
  await sweepAt(40)
  await sweepAt(47.6)
  expect(await told(someone)).toEqual([says(48)])
})

test('people who come, or meet the conditions, on the last day are notified within six hours', async () => {
  const { stageIds, person } = await aSeason({ first: { type: 'essay' }, essay: essay({ requires: ['first'] }) })
  const waiting = await person()
  await sweepAt(24)
  expect(await told(waiting)).toEqual([])
  await recordFacts(app.db, { accountId: waiting.id, stageId: stageIds.first }, { passedAt: at(25) }, at(25))
  const newcomer = await person()
  await recordFacts(app.db, { accountId: newcomer.id, stageId: stageIds.first }, { passedAt: at(25) }, at(25))
  await sweepAt(30)
  expect([await told(waiting), await told(newcomer)]).toEqual([[says(48)], [says(48)]])
})

test('work that has to be done again counts as not handed in', async () => {
  const { stageIds, person } = await aSeason({ essay: essay() })
  const someone = await person()
  await handIn(someone, stageIds.essay)
  await sweepAt(24)
  expect(await told(someone)).toEqual([])
  await app.db
    .insertInto('stage_reopenings')
    .values({ stage_id: stageIds.essay, at: at(25), reason: 'Сбой' })
    .execute()
  await sweepAt(26)
  expect(await told(someone)).toEqual([says(48)])
})

test('a job that comes an hour late still reminds, and two processes send one letter', async () => {
  const { person } = await aSeason({ essay: essay() })
  const people = [await person(), await person(), await person(), await person(), await person()]
  app.clock.set(at(25))
  const sent = await Promise.all([remindOfEnds(app.services), remindOfEnds(app.services)])
  expect(sent[0] + sent[1]).toBe(people.length)
  for (const each of people) expect(await told(each)).toEqual([says(48)])
})

test('a look without anybody to remind is one query, and after the end nothing is left to look at', async () => {
  const { stageIds, person } = await aSeason({ essay: essay() })
  await person()
  await remindOfEnds(app.services)
  expect(await countQueries(() => remindOfEnds(app.services))).toBe(1)
  await sweepAt(24)
  expect(await countQueries(() => remindOfEnds(app.services))).toBe(1)
  await sweepAt(48)
  const kept = await app.db
    .selectFrom('deadline_looks')
    .select(['account_id', 'due_at'])
    .where('stage_id', '=', stageIds.essay)
    .execute()
  expect(kept).toEqual([{ account_id: null, due_at: null }])
})

test('the job sends reminders and runs again after five minutes', async () => {
  const { person } = await aSeason({ essay: essay() })
  const someone = await person()
  app.clock.set(at(24))
  await jobTasks(app.services).remind_of_ends?.({} as never, { id: '1', attempt: 1, lastAttempt: false })
  expect(await told(someone)).toEqual([says(48)])
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = 'remind_of_ends'`.execute(app.db)
  expect(rows).toEqual([{ run_at: new Date(at(24).getTime() + 5 * 60_000) }])
})
