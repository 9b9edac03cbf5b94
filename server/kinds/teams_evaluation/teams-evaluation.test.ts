import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveDuty } from '#server/accounts/rights/staff.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const minutes = (count: number) => new Date(start.getTime() + count * 60_000)
const behaviours = ['Делает в срок', 'Слышит других', 'Помогает'].map((title) => ({ title, hint: '' }))
const codeOf = ({ text }: { text: string }): unknown => JSON.parse(text).code
const at = '/user/stages/:stage_id/team-marks' as const
const admin = '/admin/competitions/:competition/stages/:code/team-marks' as const

const tokens = new Map<string, string>()
/** A token that is valid for ten minutes by the clock of the test. */
async function tokenOf(who: { email: string }): Promise<string> {
  const key = `${who.email} ${Math.floor(app.clock.now().getTime() / 300_000)}`
  const token = tokens.get(key) ?? (await sessionOf(app, who)).token
  tokens.set(key, token)
  return token
}

async function aStage(settings: Record<string, unknown> = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    teams: { type: 'teams_forming', settings: { size_min: 2, size_max: 8 } },
    work: { type: 'essay', settings: { task: 'О решении', min_words: 1 } },
    marks: {
      type: 'teams_evaluation',
      title: 'Оценка',
      closes_at: minutes(60),
      settings: { behaviours, ...settings },
    },
    after: {
      type: 'essay',
      requires: ['marks'],
      gate: JSON.stringify({ all: [{ score_of: 'marks', at_least: 70 }] }),
      settings: { task: 'Дальше', min_words: 1 },
    },
  })
  const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const params = { competition: code, code: 'marks' }
  const token = () => tokenOf(organiser)
  return {
    code,
    stageId: stageIds.marks,
    teamsId: stageIds.teams,
    workId: stageIds.work,
    organiser,
    list: async (query: { search?: string; only?: 'late' | 'flagged' } = {}) =>
      (await app.call(`GET ${admin}`, { token: await token(), params, query })).body,
    remind: async () => app.call(`POST ${admin}/reminder`, { token: await token(), params }),
    count: async (how: { skip_straight?: boolean; skip_pairs?: boolean } = {}) =>
      app.call(`POST ${admin}/count`, {
        token: await token(),
        params,
        body: { skip_straight: false, skip_pairs: false, ...how },
      }),
    observers: async (team_id: number, observers: number[]) =>
      app.call(`PUT ${admin}/teams/:team_id/observers`, {
        token: await token(),
        params: { ...params, team_id },
        body: { observers },
      }),
  }
}
type Stage = Awaited<ReturnType<typeof aStage>>

let named = 0
/** A team of this many people, the first one its captain. */
async function aTeam(stage: Stage, size: number) {
  named += 1
  const name = `Команда ${named}`
  const { id } = await app.db
    .insertInto('formed_teams')
    .values({ stage_id: stage.teamsId, competition_code: stage.code, name, name_key: `k${named}`, created_at: start })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people: Member[] = []
  for (let place = 0; place < size; place += 1) people.push(await aMember(stage, id, place === 0))
  await app.heard()
  return { id, name, people }
}

async function aMember(stage: Stage, teamId: number, captain = false) {
  const account = await anAccount(app)
  await takesPart(app.db, account.id, stage.code, 'main', start)
  await app.db
    .insertInto('formed_team_members')
    .values({
      ...{ team_id: teamId, stage_id: stage.teamsId, account_id: account.id, state: 'active', since: start },
      role: captain ? 'captain' : 'member',
    })
    .execute()
  await app.heard()
  const params = { stage_id: stage.stageId }
  const token = () => tokenOf(account)
  const read = async () => (await app.call(`GET ${at}`, { token: await token(), params })).body
  const sheets = async (given: Given) => (await read()).teammates.map(({ test_id }) => ({ test_id, ...given(test_id) }))
  return {
    ...account,
    test_id: account.testId,
    read,
    get: async () => app.call(`GET ${at}`, { token: await token(), params }),
    save: async (given: Given, revision?: number) =>
      app.call(`PUT ${at}`, {
        token: await token(),
        params,
        body: { sheets: await sheets(given), ...(revision !== undefined && { revision }) },
      }),
    /** A number gives the same marks to everybody. */
    give: async (given: Given | number) =>
      app.call(`POST ${at}`, {
        token: await token(),
        params,
        body: { sheets: await sheets(typeof given === 'number' ? () => sheet(given) : given) },
      }),
    giveSheets: async (sheets: { test_id: number; marks: Record<string, number>; words: string }[]) =>
      app.call(`POST ${at}`, { token: await token(), params, body: { sheets } }),
    back: async () => app.call(`POST ${at}/take-back`, { token: await token(), params }),
    status: async (code = 'marks') => {
      const { body } = await app.call('GET /user/user-stages', {
        token: await token(),
        query: { competition_code: stage.code, track: 'main' },
      })
      return (body as { stages: { code: string; status: string }[] }).stages.find((each) => each.code === code)?.status
    },
  }
}
type Member = Awaited<ReturnType<typeof aMember>>
type Given = (test_id: number) => { marks: Record<string, number>; words: string }

const sheet = (b1: number, b2 = b1, b3 = b1, words = '') => ({ marks: { b1, b2, b3 }, words })

/** The first four people, typed so that a test need not check that they exist. */
function four(people: Member[]): [Member, Member, Member, Member] {
  const [a, b, c, d] = people
  if (!a || !b || !c || !d) throw new Error('a team of four')
  return [a, b, c, d]
}

test('SK-11 KP-11 a person marks each teammate but not themselves, sees the progress of the team, and reads their report once three have marked', async () => {
  const stage = await aStage()
  const { people, name } = await aTeam(stage, 4)
  const [a, b, c, d] = four(people)
  const page = await a.read()
  expect(page).toMatchObject({ status: 'available', anonymous: true, done: false, counted: false, report: null })
  expect(page.team).toEqual({ name, members: 4, done: 0 })
  expect(page.teammates.map(({ test_id }) => test_id).sort()).toEqual([b, c, d].map((one) => one.test_id).sort())

  const typed = await a.save(
    (to) => (to === b.test_id ? sheet(5, 4, 3, 'Спасибо') : { marks: { b1: 2 }, words: '' }),
    0,
  )
  expect(typed.body).toMatchObject({ revision: 1 })
  expect(codeOf(await a.save(() => sheet(1), 0))).toBe('draft_conflict')
  expect(await a.status()).toBe('in_progress')
  const kept = (await a.read()).teammates.find(({ test_id }) => test_id === b.test_id)
  expect(kept).toMatchObject(sheet(5, 4, 3, 'Спасибо'))
  // Nobody else can read the marks.
  expect((await b.read()).teammates.every(({ marks, words }) => Object.keys(marks).length === 0 && words === '')).toBe(
    true,
  )

  const refused = await a.give((to) => (to === b.test_id ? sheet(5, 4, 3) : { marks: { b1: 6, b2: 1 }, words: '' }))
  expect(refused.status).toBe(422)
  expect(Object.keys((JSON.parse(refused.text) as { fields: object }).fields).sort()).toEqual(
    [`${c.test_id}.b1`, `${c.test_id}.b3`, `${d.test_id}.b1`, `${d.test_id}.b3`].sort(),
  )
  expect(codeOf(await a.giveSheets([{ test_id: b.test_id, ...sheet(5) }]))).toBe('teammates_changed')
  expect(codeOf(await a.giveSheets([a, b, c].map(({ test_id }) => ({ test_id, ...sheet(5) }))))).toBe(
    'teammates_changed',
  )

  expect((await a.give((to) => (to === b.test_id ? sheet(5, 4, 3, 'Спасибо') : sheet(4)))).body).toMatchObject({
    status: 'wait',
    done: true,
    final: false,
  })
  expect(codeOf(await a.give(3))).toBe('stage_closed')
  // The marks can be changed while others still mark.
  expect((await a.back()).body).toMatchObject({ status: 'in_progress', done: false })
  expect((await a.give((to) => (to === b.test_id ? sheet(5, 4, 3, 'Спасибо') : sheet(4)))).status).toBe(200)
  for (const one of [c, d]) expect((await one.give(() => sheet(3, 3, 3, 'Так держать'))).status).toBe(200)
  expect((await b.give(5)).body).toMatchObject({ final: true })
  expect(codeOf(await a.back())).toBe('team_marks_final')

  expect((await stage.count()).body).toEqual({ people: 4, reports: 4 })
  expect((await b.read()).report).toEqual({
    ...{ raters: 3, mean: 3.33, team_mean: 3.75, score: null, observed: [] },
    means: [
      { title: 'Делает в срок', mean: 3.67 },
      { title: 'Слышит других', mean: 3.33 },
      { title: 'Помогает', mean: 3 },
    ],
    words: expect.arrayContaining(['Спасибо', 'Так держать', 'Так держать']),
  })
  expect(await b.status()).toBe('success')
})

test('KP-11 forced: the same mark goes to at most half of the teammates', async () => {
  const stage = await aStage({ distribution: 'forced' })
  const { people } = await aTeam(stage, 4)
  const [a, b] = four(people)
  expect((await a.read()).same_mark_most).toBe(2)
  const refused = await a.give(4)
  expect(codeOf(refused)).toBe('form_invalid')
  expect(refused.text).toContain('не более чем 2 из 3')
  expect((await a.give((to) => sheet(to === b.test_id ? 2 : 4))).status).toBe(200)
})

test('KE-11 in a team of two the marks are not anonymous: only the words are passed on, and points do not change', async () => {
  const stage = await aStage({ use: 'score', score_of: 'work', weight: 50 })
  const { people } = await aTeam(stage, 2)
  const [a, b] = people as [Member, Member]
  for (const { id } of people) await hasPoints(stage, id, 60)
  expect((await a.read()).anonymous).toBe(false)
  await a.give(() => sheet(1, 1, 1, 'Звони чаще'))
  await b.give(() => sheet(5))
  await stage.count()
  expect((await b.read()).report).toMatchObject({ raters: 1, mean: null, team_mean: null, means: [], score: 60 })
  expect((await b.read()).report?.words).toEqual(['Звони чаще'])
})

test('KE-11 in a team of three nobody gets a report, and words written anonymously stay unread', async () => {
  const stage = await aStage()
  const { people } = await aTeam(stage, 3)
  for (const one of people) await one.give(() => sheet(4, 4, 4, 'Молодец'))
  await stage.count()
  for (const one of people) expect((await one.read()).report).toMatchObject({ raters: 2, mean: null, words: [] })
})

test('KE-11 a person who has left is not marked any more, and the marks that they gave stay; remaining members mark newcomers', async () => {
  const stage = await aStage()
  const { id, people } = await aTeam(stage, 5)
  const [a, b, c, d] = four(people)
  const leaver = people[4] as Member
  await leaver.give(2)
  await app.db
    .updateTable('formed_team_members')
    .set({ state: 'left' })
    .where('account_id', '=', leaver.id)
    .where('team_id', '=', id)
    .execute()
  await app.heard()
  expect((await a.read()).teammates).toHaveLength(3)
  expect(await leaver.status()).toBe('wait')
  expect(codeOf(await leaver.save(() => sheet(1)))).toBe('stage_not_allowed')
  for (const one of [a, b, c]) await one.give(4)
  await stage.count()
  expect((await d.read()).report).toMatchObject({ raters: 4, mean: 3.5 })
  // Nobody has marked this person, so there is nothing to show.
  expect((await leaver.read()).report).toMatchObject({ raters: 0, mean: null })
})

test('KO-11 late raters are reminded once a day and shown; the means are calculated without their marks', async () => {
  const stage = await aStage()
  const { people, name } = await aTeam(stage, 5)
  const [a, b, c, d] = four(people)
  const late = people[4] as Member
  for (const one of [a, b, c, d]) await one.give(4)
  const list = await stage.list({ only: 'late' })
  expect(list).toMatchObject({ all: 1, people: 5, done: 4, counted_at: null, without_report: null })
  expect(list.teams[0]).toMatchObject({ name, flags: null, mean: null })
  expect(list.teams[0]?.members.filter(({ done }) => !done).map(({ test_id }) => test_id)).toEqual([late.test_id])
  expect((await stage.remind()).body).toEqual({ reminded: 1 })
  expect(codeOf(await stage.remind())).toBe('teammates_reminded')
  const told = await app.db
    .selectFrom('notifications')
    .select('account_id')
    .where('title', 'like', 'Оцените команду%')
    .execute()
  expect(told.map(({ account_id }) => account_id)).toEqual([late.id])
  app.clock.set(minutes(61))
  expect(await late.status()).toBe('timeover')
  expect((await stage.count()).body).toEqual({ people: 5, reports: 5 })
  expect((await a.read()).report).toMatchObject({ raters: 3, mean: 4 })
  expect((await late.read()).report).toMatchObject({ raters: 4, mean: 4 })
  expect(await late.status()).toBe('timeover')
  expect(codeOf(await late.save(() => sheet(1)))).toBe('team_marks_final')
  expect(codeOf(await stage.remind())).toBe('team_marks_final')
})

test('KO-11 straight lines and pairs of highest marks are counted once a team has finished, and may be excluded', async () => {
  const stage = await aStage()
  const { people } = await aTeam(stage, 5)
  const [a, b, c, d] = four(people)
  const e = people[4] as Member
  const highest = (whom: Member) => (to: number) => (to === whom.test_id ? sheet(5) : sheet(3, 4, 2))
  await a.give(highest(b))
  await b.give(highest(a))
  await c.give(1)
  await d.give(() => sheet(3, 4, 2))
  expect((await stage.list()).teams[0]?.flags).toBeNull()
  await e.give(() => sheet(3, 4, 2))
  expect((await stage.list({ only: 'flagged' })).teams[0]?.flags).toEqual({ straight: 1, pairs: 1 })
  await stage.count({ skip_straight: true, skip_pairs: true })
  // Without the highest mark by b and the straight line by c.
  expect((await a.read()).report).toMatchObject({ raters: 2, mean: null })
  expect((await e.read()).report).toMatchObject({ raters: 3, mean: 3 })
  const [team] = (await stage.list()).teams
  expect(team?.members.map(({ mean }) => mean).sort()).toEqual([3, 3, 3, null, null])
  // The team's mean excludes the two people without a report, so it reveals nothing about them.
  expect(team?.mean).toBe(3)
})

test('KO-11 the highest and the lowest mark are excluded, and the marks change the points by their weight', async () => {
  const stage = await aStage({ trimmed: true, use: 'score', score_of: 'work', weight: 50 })
  const { people } = await aTeam(stage, 6)
  const [a, ...others] = people as [Member, ...Member[]]
  for (const { id } of people) await hasPoints(stage, id, 60)
  for (const [place, one] of others.entries()) await one.give(place === 0 ? 1 : place === 1 ? 5 : 4)
  await a.give(() => sheet(3))
  await stage.count()
  // 4 of 5 is 75 points; half of that and half of 60.
  expect((await a.read()).report).toMatchObject({ raters: 5, mean: 4, score: 67.5 })
  expect(await a.status('after')).toBe('not_allowed')
  const better = others[0] as Member
  expect((await better.read()).report).toMatchObject({ raters: 5, mean: 4 })
})

test('no report from fewer raters than set, also not by comparing two counts: reports are made once, and nothing is shown before', async () => {
  const stage = await aStage()
  const { people } = await aTeam(stage, 5)
  const [a, b, c, d] = four(people)
  for (const one of [a, b, c]) await one.give(4)
  const before = await stage.list()
  expect(JSON.stringify(before.teams.map(({ mean, members }) => [mean, members.map((one) => one.mean)]))).toBe(
    JSON.stringify([[null, people.map(() => null)]]),
  )
  expect((await d.read()).report).toBeNull()
  await stage.count()
  const first = (await d.read()).report
  expect(first).toMatchObject({ raters: 3, mean: 4 })
  // Later marks are refused, and a second count changes nothing.
  expect(codeOf(await d.give(1))).toBe('team_marks_final')
  await stage.count({ skip_straight: true })
  expect((await d.read()).report).toEqual(first)
  expect(codeOf(await a.back())).toBe('team_marks_final')
  // This person was marked by only two people, so there is no report.
  expect((await a.read()).report).toMatchObject({ raters: 2, mean: null })
})

test('nothing in the database links a mark to its author', async () => {
  const stage = await aStage()
  const { people } = await aTeam(stage, 4)
  const secret = 'Только я так пишу'
  for (const [place, one] of people.entries()) await one.give(() => sheet(place + 1, 2, 3, place === 0 ? secret : ''))
  const { rows } = await sql<{ account_id: number; xmin: string; sheets: Record<string, object> }>`
    select account_id, xmin::text, sheets from team_marks where stage_id = ${stage.stageId}`.execute(app.db)
  expect(rows).toHaveLength(4)
  // One transaction has written all rows of the team, so they do not reveal the last author.
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
  const names = rows.flatMap(({ sheets }) => Object.keys(sheets))
  // No name occurs twice: the person missing among the targets of a repeated name would be its author.
  expect(new Set(names).size).toBe(12)
  // Names are in the order of the database, not in the order of writing.
  for (const { sheets } of rows) expect(Object.keys(sheets)).toEqual(Object.keys(sheets).toSorted())
  for (const { sheets } of rows)
    for (const each of Object.values(sheets)) expect(Object.keys(each).sort()).toEqual(['done', 'marks', 'words'])
  // No other table has the words, and no other row has a pseudonym.
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.tables c
    where c.table_schema = 'public' and c.table_type = 'BASE TABLE' and c.table_name <> 'team_marks'`.execute(app.db)
  for (const { name } of tables) {
    const { rows: found } = await sql<{ line: string }>`
      select t::text as line from ${sql.table(name)} as t
      where t::text like ${`%${secret}%`} or t::text like any(${names.map((each) => `%${each}%`)})`.execute(app.db)
    expect([name, found]).toEqual([name, []])
  }
})

test('KA-11 observers mark each person and the team, see each other’s marks when all are handed in, and agree; the originals stay', async () => {
  const competencies = ['Стратегия', 'Влияние'].map((title) => ({ title, hint: '' }))
  const stage = await aStage({ competencies })
  const { id, people } = await aTeam(stage, 4)
  const [a, b, c, d] = four(people)
  const desk = async (name: string) => {
    const account = await anAccount(app, { isDemo: true })
    await app.db
      .transaction()
      .execute((tx) =>
        giveDuty(
          tx,
          account.id,
          { stage_id: stage.stageId, duty: 'judge', region: null, employer: '' },
          { by: stage.organiser.id, at: start },
        ),
      )
    const token = () => tokenOf(account)
    return {
      ...account,
      test_id: account.testId,
      name,
      list: async () => (await app.call('GET /desk/observations', { token: await token() })).body.observations,
      calls: (observation_id: number) => {
        const params = { observation_id }
        const path = '/desk/observations/:observation_id' as const
        return {
          read: async () => app.call(`GET ${path}`, { token: await token(), params }),
          draft: async (marks: Record<string, number>, revision: number) =>
            app.call(`PUT ${path}/draft`, { token: await token(), params, body: { marks, words: '', revision } }),
          give: async (marks: Record<string, number>) =>
            app.call(`POST ${path}/marks`, { token: await token(), params, body: { marks, words: 'Видно' } }),
          agree: async (marks: Record<string, number>, revision: number) =>
            app.call(`PUT ${path}/agreed`, { token: await token(), params, body: { marks, revision } }),
        }
      },
    }
  }
  const [one, other] = [await desk('Первый'), await desk('Второй')]
  expect(codeOf(await stage.observers(id, [a.test_id]))).toBe('judge_unknown')
  expect((await stage.observers(id, [one.test_id, other.test_id])).status).toBe(204)
  const first = (await one.list())[0]
  expect(first).toMatchObject({ state: 'watching', people: 4 })
  const mine = one.calls(first?.observation_id ?? 0)
  const theirs = other.calls((await other.list())[0]?.observation_id ?? 0)
  // Another observer cannot find it.
  expect(codeOf(await other.calls(first?.observation_id ?? 0).read())).toBe('observation_not_found')

  const all = (mark: number) =>
    Object.fromEntries(
      [...people.map(({ test_id }) => String(test_id)), 'team'].flatMap((who) =>
        ['k1', 'k2'].map((code) => [`${who}_${code}`, mark]),
      ),
    )
  expect((await mine.draft({ team_k1: 3 }, 0)).body.revision).toBe(1)
  expect(codeOf(await mine.draft({ team_k1: 4 }, 0))).toBe('draft_conflict')
  expect((await mine.read()).body.typed).toMatchObject({ marks: { team_k1: 3 }, revision: 1, done_at: null })
  expect(codeOf(await mine.give({ team_k1: 9 }))).toBe('form_invalid')
  expect((await mine.give(all(3))).status).toBe(204)
  expect(codeOf(await mine.give(all(4)))).toBe('observation_done')
  expect((await mine.read()).body).toMatchObject({ state: 'waiting', originals: [] })
  expect(codeOf(await mine.agree(all(3), 0))).toBe('observers_not_done')

  expect((await theirs.give(all(5))).status).toBe(204)
  const meeting = (await mine.read()).body
  expect(meeting.state).toBe('agreeing')
  expect(meeting.originals.map(({ marks, me }) => [marks.team_k1, me])).toEqual([
    [3, true],
    [5, false],
  ])
  expect(codeOf(await mine.agree({ team_k1: 4 }, 0))).toBe('form_invalid')
  const agreed = await Promise.all([mine.agree(all(4), 0), theirs.agree(all(5), 0)])
  expect(agreed.map(({ status }) => status).sort()).toEqual([204, 409])
  const after = (await theirs.read()).body
  expect(after.originals.map(({ marks }) => marks.team_k1)).toEqual([3, 5])
  expect((await theirs.agree({ ...all(4), [`${a.test_id}_k2`]: 2 }, after.agreed.revision)).status).toBe(204)

  for (const each of [b, c, d]) await each.give(4)
  const list = await stage.list()
  expect(list.teams[0]).toMatchObject({ agreed: true, barred: [] })
  await stage.count()
  expect((await a.read()).report?.observed).toEqual([
    { title: 'Стратегия', person: 4, team: 4 },
    { title: 'Влияние', person: 2, team: 4 },
  ])
  expect(codeOf(await mine.agree(all(1), 2))).toBe('team_marks_final')
  expect(codeOf(await stage.observers(id, []))).toBe('team_marks_final')
})

test('an observer with a conflict of interest is not named, and teams of another competition are not found', async () => {
  const stage = await aStage({ competencies: [{ title: 'Влияние', hint: '' }] })
  const { id, people } = await aTeam(stage, 3)
  const [a] = people as [Member]
  const teammate = await app.db.transaction().execute(async (tx) => {
    const duty = { stage_id: stage.stageId, duty: 'judge' as const, region: null, employer: '' }
    await giveDuty(tx, a.id, duty, { by: stage.organiser.id, at: start })
    return a.test_id
  })
  expect(codeOf(await stage.observers(id, [teammate]))).toBe('observer_conflict')
  expect((await stage.list()).teams[0]?.barred).toEqual([teammate])
  const elsewhere = await aTeam(await aStage(), 2)
  expect(codeOf(await stage.observers(elsewhere.id, []))).toBe('formed_team_not_found')
})

test('a person without a team waits, nothing is counted before the first marks, and marks race with the count', async () => {
  const stage = await aStage()
  const stranger = await anAccount(app)
  await takesPart(app.db, stranger.id, stage.code, 'main', start)
  const token = await tokenOf(stranger)
  const params = { stage_id: stage.stageId }
  expect((await app.call(`GET ${at}`, { token, params })).body).toMatchObject({ status: 'wait', team: null })
  const page = await app.call('GET /user/stages/:stage_id', { token, params })
  expect(page.body).toMatchObject({ ahead: null, reason: 'Вы не состоите в команде: оценивать некого' })
  expect(codeOf(await app.call(`PUT ${at}`, { token, params, body: { sheets: [] } }))).toBe('stage_not_allowed')
  const [alone] = (await aTeam(stage, 1)).people as [Member]
  expect(codeOf(await alone.save(() => sheet(1)))).toBe('no_teammates')
  const { people } = await aTeam(stage, 4)
  expect(codeOf(await stage.count())).toBe('nothing_to_count')
  const [a, b, c, d] = four(people)
  await a.give(4)
  const [counted, ...given] = await Promise.all([stage.count(), b.give(4), c.give(4), d.give(4)])
  expect(counted.status).toBe(200)
  const taken = given.filter(({ status }) => status === 200).length
  for (const answer of given) if (answer.status !== 200) expect(codeOf(answer)).toBe('team_marks_final')
  // Exactly the accepted marks were counted.
  const raters = (await Promise.all([b, c, d].map((one) => one.read()))).map(({ report }) => report?.raters ?? 0)
  expect(raters.reduce((sum, each) => sum + each, 0)).toBe(3 + taken * 2)
})

test('marks of several members who hand in at once are all kept', async () => {
  const stage = await aStage()
  const { people } = await aTeam(stage, 6)
  const answers = await Promise.all(people.map((one, place) => one.give((place % 5) + 1)))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
  expect((await stage.list()).teams[0]?.flags).toEqual({ straight: 6, pairs: 0 })
  await stage.count()
  for (const one of people) expect((await one.read()).report?.raters).toBe(5)
})

test('the list of teams costs as many statements for three teams as for one', async () => {
  const stage = await aStage({ competencies: [{ title: 'Влияние', hint: '' }] })
  await aTeam(stage, 2)
  await stage.list()
  const one = await countQueries(() => stage.list())
  await aTeam(stage, 3)
  await aTeam(stage, 1)
  const three = await countQueries(() => stage.list())
  expect(three).toBe(one)
  expect((await stage.list({ search: 'Команда' })).count).toBe(3)
})

async function hasPoints(stage: Stage, account_id: number, score: number): Promise<void> {
  await app.db
    .insertInto('stage_results')
    .values({ account_id, stage_id: stage.workId, score, computed_at: start })
    .execute()
}
