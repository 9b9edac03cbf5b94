import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '#server/accounts/auth/password-hash.ts'
import { createDictionaries } from '#server/forms/dictionaries/dictionaries.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import { fileDisk } from '#server/platform/files/disk.ts'
import { choiceFaults } from '#server/stages/forms/choice-faults.ts'
import { personStages } from '#server/stages/person-stages.ts'
import { createSeasons } from '#server/stages/seasons.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { schemaFaults } from '#shared/forms/fields/schema-faults.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { isStageType, stageKinds } from '#shared/kinds/kinds.ts'
import { groupType } from '#shared/stages/tree.ts'
import { loadDemo } from './load-demo.ts'
import { demoPassword } from './named-people.ts'
import { demoPeople } from './people.ts'
import { questionnaire } from './questionnaire.ts'

const now = new Date('2026-11-21T12:00:00+03:00')
let database: TestDatabase
const directory = mkdtempSync(join(tmpdir(), 'demo-'))
const config = { pepper: 'of a test', dataKeys: { current: Buffer.alloc(32, 1), previous: null, next: null } }
const load = ({ db }: TestDatabase) => loadDemo({ db, clock: () => now, disk: fileDisk(directory), config })

beforeAll(async () => {
  database = await createTestDatabase()
  await load(database)
})
afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
  return database.drop()
})

const accountOf = async (name: string) =>
  database.db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', `${name}@demo.test`)
    .executeTakeFirstOrThrow()

const seasons = createSeasons({ kinds: serverStageKinds, trusted: () => false })

const statusesOf = async (name: string, competitionCode: string) => {
  const { id: accountId } = await accountOf(name)
  const found = await personStages(database.db, seasons, { accountId, competitionCode }, now)
  return Object.fromEntries((found?.stages ?? []).map(({ row, state }) => [row.code, state.status]))
}

describe('the demo season', () => {
  test('the notifications of the named people match their progress, and few of them are unread', async () => {
    const notificationsOf = async (name: string) =>
      database.db
        .selectFrom('notifications')
        .select(['title', 'read_at'])
        .where('account_id', '=', (await accountOf(name)).id)
        .execute()
    // A notification about an open, handed-in or checked form is sent only to a person for whom it is true.
    const aboutTheForm = /^(Открыта анкета|Анкета на проверке|Анкета принята|Анкету )/
    for (const name of ['participant', 'finalist', 'captain']) {
      const all = await notificationsOf(name)
      const mayWrite = (await statusesOf(name, 'ru_season_5')).rules === 'success'
      const early = mayWrite ? [] : all.filter(({ title }) => aboutTheForm.test(title))
      expect([name, early]).toEqual([name, []])
      expect([name, all.filter(({ read_at }) => read_at === null).length <= 8]).toEqual([name, true])
      expect(all.filter(({ read_at }) => read_at !== null).length).toBeGreaterThan(20)
    }
    expect((await statusesOf('participant', 'ru_season_5')).rules).not.toBe('success')
    expect((await notificationsOf('participant')).filter(({ read_at }) => read_at === null).length).toBeLessThanOrEqual(
      7,
    )
  })

  test('a second start changes nothing, and two at once load it once', async () => {
    const count = () =>
      database.db
        .selectFrom('accounts')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute()
    const before = await count()
    await Promise.all([1, 2].map(() => load(database)))
    expect(await count()).toEqual(before)
    const other = await createTestDatabase()
    await Promise.all([1, 2].map(() => load(other)))
    expect(
      await other.db
        .selectFrom('accounts')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute(),
    ).toEqual(before)
    await other.drop()
  })

  test('every printed account can log in with the printed password', async () => {
    for (const name of ['participant', 'finalist', 'captain', 'mentor', 'assessor', 'editor', 'admin']) {
      expect(await verifyPassword((await accountOf(name)).password_hash, demoPassword)).toBe(true)
    }
  })

  test('some 200 participants cover every status of a stage', async () => {
    const accounts = await database.db
      .selectFrom('participations')
      .select('account_id')
      .where('competition_code', '=', 'ru_season_5')
      .execute()
    expect(accounts.length).toBeGreaterThanOrEqual(200)
    const seen = new Set<string>()
    for (const { account_id: accountId } of accounts) {
      const found = await personStages(database.db, seasons, { accountId, competitionCode: 'ru_season_5' }, now)
      for (const { state } of found?.stages ?? []) seen.add(state.status)
    }
    const social = await statusesOf('finalist', 'socialarchitects')
    seen.add(social.registration ?? '')
    expect([...seen].sort()).toEqual([
      'available',
      'hidden',
      'in_progress',
      'interrupted',
      'not_allowed',
      'processing',
      'success',
      'timeover',
      'unavailable_finalist',
      'wait',
    ])
  })

  test('kinds with texts, answers and lessons have people in all their states', async () => {
    const accounts = await database.db
      .selectFrom('participations')
      .select('account_id')
      .where('competition_code', '=', 'all_kinds')
      .orderBy('account_id')
      .execute()
    const seen = new Map<string, Set<string>>()
    for (const { account_id: accountId } of accounts) {
      const found = await personStages(database.db, seasons, { accountId, competitionCode: 'all_kinds' }, now)
      for (const { row, state } of found?.stages ?? [])
        seen.set(row.code, (seen.get(row.code) ?? new Set()).add(state.status))
    }
    // All of these stages are open, so nobody is late; a stage that a person has decided not to answer is hidden.
    const wanted = {
      portfolio: ['available', 'in_progress', 'wait', 'success', 'not_allowed'],
      essay: ['available', 'in_progress', 'processing', 'interrupted', 'wait', 'success', 'not_allowed'],
      proposal: ['available', 'in_progress', 'wait', 'success', 'not_allowed'],
      assessment: ['available', 'in_progress', 'wait', 'success'],
      lesson_plan: ['available', 'in_progress', 'wait', 'success', 'not_allowed'],
      lesson_report: ['available', 'in_progress', 'wait', 'success', 'not_allowed'],
      traits: ['available', 'in_progress', 'processing', 'success'],
      feedback: ['available', 'success', 'hidden'],
      teams: ['available', 'in_progress', 'wait', 'success', 'not_allowed'],
      solution: ['available', 'in_progress', 'processing', 'wait', 'success', 'not_allowed'],
      track: ['available', 'in_progress', 'wait', 'success'],
      mentor: ['available', 'in_progress', 'wait', 'success'],
      meeting: ['available', 'in_progress', 'wait', 'success', 'not_allowed'],
      debates: ['available', 'processing', 'not_allowed'],
      duels: ['in_progress', 'processing', 'not_allowed'],
    }
    for (const [code, statuses] of Object.entries(wanted))
      expect([code, statuses.filter((status) => !seen.get(code)?.has(status))]).toEqual([code, []])
    const teams = await database.db
      .selectFrom('formed_teams as t')
      .innerJoin('stages as s', 's.id', 't.stage_id')
      .select(['t.verdict', 't.returned_until'])
      .where('s.competition_code', '=', 'all_kinds')
      .where('s.code', '=', 'teams')
      .execute()
    expect(new Set(teams.map(({ verdict, returned_until }) => (returned_until ? 'returned' : verdict)))).toEqual(
      new Set([null, 'under_check', 'admitted', 'rejected', 'returned']),
    )
    const pairs = await database.db.selectFrom('lesson_photo_pairs').select('distance').execute()
    expect(pairs.map(({ distance }) => distance <= 6)).toEqual([true])
  })

  test('meetings, bookings, matches and works of teams are there in every state', async () => {
    const { db } = database
    const kept = db
      .selectFrom('meetings as m')
      .innerJoin('meeting_parties as p', 'p.meeting_id', 'm.id')
      .innerJoin('stages as s', 's.id', 'm.stage_id')
      .where('s.competition_code', '=', 'all_kinds')
    const meetings = await kept.select(['m.status', 'p.user_meeting_status', 'p.came']).execute()
    const of = <Key extends keyof (typeof meetings)[number]>(key: Key) => new Set(meetings.map((row) => row[key]))
    expect(of('status')).toEqual(new Set(['new', 'wait', 'past', 'cancelled']))
    expect(of('user_meeting_status')).toEqual(new Set(['pending', 'accepted', 'rejected', 'changed']))
    expect(of('came')).toEqual(new Set([null, true, false]))
    const bookings = await db
      .selectFrom('slot_bookings as b')
      .innerJoin('offline_events as e', 'e.id', 'b.event_id')
      .select('b.state')
      .where('e.competition_code', '=', 'all_kinds')
      .execute()
    expect(new Set(bookings.map(({ state }) => state))).toEqual(
      new Set(['held', 'confirmed', 'waiting', 'offered', 'attended', 'no_show']),
    )
    const matches = await db
      .selectFrom('playoff_matches as m')
      .innerJoin('stages as s', 's.id', 'm.stage_id')
      .select(['m.state', 'm.paused_at'])
      .where('s.competition_code', '=', 'all_kinds')
      .execute()
    expect(new Set(matches.map(({ state }) => state))).toEqual(
      new Set(['scheduled', 'live', 'judging', 'decided', 'walkover', 'annulled']),
    )
    expect(
      matches
        .filter(({ state }) => state === 'live')
        .map(({ paused_at }) => paused_at !== null)
        .sort(),
    ).toEqual([false, true])
    const taken = await db.selectFrom('solution_sections').select('section').where('held_until', '>', now).execute()
    expect(taken).toEqual([{ section: 'result' }])
    const outcomes = await db
      .selectFrom('stage_decisions as d')
      .innerJoin('stages as s', 's.id', 'd.stage_id')
      .select('d.outcome')
      .where('s.competition_code', '=', 'all_kinds')
      .where('s.type', '=', 'teams_solution')
      .execute()
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['passed', 'failed', 'returned']))
    // In one team all members but the last have agreed.
    const agreed = await db
      .selectFrom('solution_agreements as g')
      .innerJoin('formed_teams as t', 't.id', 'g.team_id')
      .select(['t.name', 't.taken', db.fn.countAll<string>().as('agree')])
      .groupBy(['t.name', 't.taken'])
      .execute()
    expect(agreed).toContainEqual({ name: 'Первая смена', taken: 3, agree: '2' })
  })

  test('every kind that is built is open to the participant in one competition, and works wait for assessor and organiser', async () => {
    const statuses = await statusesOf('participant', 'all_kinds')
    const { db } = database
    const stages = await db.selectFrom('stages').selectAll().where('competition_code', '=', 'all_kinds').execute()
    expect(
      Object.keys(stageKinds).filter((kind) => !stages.some(({ type }) => type === kind)),
      'the demo has no stage of these kinds: add one to demo/every-kind',
    ).toEqual([])
    expect(stages.filter(({ type }) => !isStageType(type))).toEqual([])
    // A lesson is reported after its plan is approved; a task of another track is not shown.
    const { registration, lesson_report, analytics_task, mentor_matching, marks, first_marks, solution, ...others } =
      statuses
    // The matching takes place after the choice is closed.
    expect(mentor_matching).toBe('timeover')
    expect(analytics_task).toBe('hidden')
    expect(lesson_report).toBe('wait')
    // A person without a team has nobody to mark and no solution to write.
    expect([marks, first_marks, solution]).toEqual(['wait', 'timeover', 'wait'])
    expect(registration).toBe('success')
    expect(Object.entries(others).filter(([, status]) => !['available', 'in_progress'].includes(status))).toEqual([])
    const { id: assessor } = await accountOf('assessor')
    const waiting = await db
      .selectFrom('works as w')
      .innerJoin('stages', 'stages.id', 'w.stage_id')
      .select('stages.code')
      .where('stages.competition_code', '=', 'all_kinds')
      .where('w.waits_since', 'is not', null)
      .execute()
    // The organiser checks every stage.
    expect(waiting.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['registration', 'form', 'portfolio_role', 'essay', 'lesson_plan', 'lesson_report']),
    )
    const checked = await db
      .selectFrom('stage_staff')
      .innerJoin('stages', 'stages.id', 'stage_id')
      .select('code')
      .where('account_id', '=', assessor)
      .where('competition_code', '=', 'all_kinds')
      .where('duty', '=', 'check')
      .execute()
    expect(checked.map(({ code }) => code).sort()).toEqual([
      ...['form', 'lesson_plan', 'lesson_report', 'meeting', 'portfolio_role', 'proposal', 'teams', 'track'],
    ])
    const readings = await db
      .selectFrom('readings as r')
      .innerJoin('works as w', 'w.id', 'r.work_id')
      .innerJoin('stages', 'stages.id', 'w.stage_id')
      .select('r.work_id')
      .where('r.judge_id', '=', assessor)
      .where('r.done_at', 'is', null)
      .where('stages.competition_code', '=', 'all_kinds')
      .execute()
    expect(readings.length).toBeGreaterThan(3)
    const appeals = await db
      .selectFrom('appeals as p')
      .innerJoin('works as w', 'w.id', 'p.work_id')
      .innerJoin('stages', 'stages.id', 'w.stage_id')
      .select('stages.code')
      .where('stages.competition_code', '=', 'all_kinds')
      .where('p.answered_at', 'is', null)
      .execute()
    expect(appeals).toEqual([{ code: 'form' }])
  })

  test('the fresh participant is registered and has done nothing else', async () => {
    expect(await statusesOf('participant', 'ru_season_5')).toMatchObject({
      registration: 'success',
      rules: 'available',
      questionnaire: 'wait',
      first_survey: 'timeover',
      readiness: 'wait',
      management_test: 'wait',
    })
  })

  test('the finalist has come far, the captain waits for a check', async () => {
    expect(await statusesOf('finalist', 'ru_season_5')).toMatchObject({ rules: 'success', questionnaire: 'success' })
    expect(await statusesOf('captain', 'ru_season_5')).toMatchObject({ rules: 'success', questionnaire: 'wait' })
    expect(await statusesOf('finalist', 'socialarchitects')).toMatchObject({ registration: 'unavailable_finalist' })
  })

  test('every stage of the season has a kind of the portal', async () => {
    const { id: accountId } = await accountOf('finalist')
    const found = await personStages(database.db, seasons, { accountId, competitionCode: 'ru_season_5' }, now)
    const unknown = (found?.stages ?? []).filter(({ row }) => row.type !== groupType && !isStageType(row.type))
    expect(unknown).toEqual([])
  })

  test('EN-07 one person is disqualified and sees why', async () => {
    const rows = await database.db
      .selectFrom('participations')
      .select(['infoblock_title', 'infoblock_text'])
      .where('disqualified_at', 'is not', null)
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.infoblock_text).not.toBe('')
  })

  test('SK-03 every demo hand-in passes the validation of its form', async () => {
    const handIns = await database.db
      .selectFrom('hand_ins')
      .innerJoin('stages', 'stages.id', 'hand_ins.stage_id')
      .select('data')
      .where('stages.code', '=', 'questionnaire')
      .execute()
    expect(handIns.length).toBeGreaterThan(50)
    await loadDictionaries(database.db)
    const all = await createDictionaries({ trusted: () => false }).now(database.db)
    for (const { data } of handIns) {
      expect(validate(questionnaire, data, { mode: 'hand_in', now })).toEqual({})
      expect(await choiceFaults(all, questionnaire, data)).toEqual({})
    }
  })

  test('SK-03 every form of the demo is valid', async () => {
    const forms = await database.db.selectFrom('form_versions').select('schema').execute()
    for (const { schema } of forms) expect(schemaFaults(schema)).toEqual([])
  })
})

test('all people of the demo are different', () => {
  const names = demoPeople(200).map(({ lastName, firstName, middleName }) => `${lastName} ${firstName} ${middleName}`)
  expect(new Set(names).size).toBe(200)
})

test('the demo has help for every competition: three levels, titles and addresses of one form, links without dead ends', async () => {
  const articles = await database.db.selectFrom('faq_articles').selectAll().execute()
  const competitions = await database.db.selectFrom('competitions').select('code').execute()
  for (const { code } of competitions)
    expect(articles.filter((article) => article.competition_code === code).length, code).toBeGreaterThan(4)
  expect(articles.filter((article) => article.competition_code === 'ru_season_5').length).toBeGreaterThan(20)
  expect(Math.max(...articles.map(({ path }) => path.split('/').length))).toBe(3)
  const paths = new Set(articles.map(({ competition_code, path }) => `/${competition_code}/faq/${path}`))
  const links = articles.flatMap(({ text }) =>
    [...text.matchAll(/href="(\/[^"]*\/faq\/[^"]*)"/g)].map(([, to = '']) => to),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((to) => !paths.has(to))).toEqual([])
})
