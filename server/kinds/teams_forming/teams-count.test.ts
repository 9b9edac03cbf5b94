import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { lookAtLockedTeams } from '#server/programme/team-formation/locked-teams.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { stageSteps } from '#shared/people/participants/audience.ts'
import { usualLetters } from '#shared/review/cutoffs/letters.ts'
import { newRule } from '#shared/review/cutoffs/rule.ts'

const start = '2026-11-21T12:00:00+03:00'
const afterEnd = '2026-12-01T10:00:01+03:00'
const at = '/admin/competitions/:competition/stages/:code' as const

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start, remembers: true })
  await loadDictionaries(app.db)
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof aTeamStage>>['person']>>

/** A stage of teams, followed by a stage for admitted teams and by their bracket, with the calls of an organiser. */
async function aCountedStage(settings: Record<string, unknown>) {
  const stage = await aTeamStage(app, { size_min: 2, size_max: 2, ...settings })
  const essay = { task: 'О команде', min_words: 1, max_words: 500 }
  await app.db
    .insertInto('stages')
    .values([
      {
        ...{ competition_code: stage.competition, code: 'next', type: 'essay', title: 'Дальше', sort: 8 },
        ...{ settings: JSON.stringify(essay), gate: JSON.stringify({ team: 'admitted' }) },
      },
      {
        ...{ competition_code: stage.competition, code: 'bracket', type: 'playoff', title: 'Сетка', sort: 9 },
        settings: JSON.stringify({ entrants: 'teams', entrants_of: 'teams', rating_of: '', seeding: 'draw', size: 4 }),
      },
    ])
    .execute()
  await app.heard()
  const account = await anAccount(app, { isDemo: true, flags: ['assessment', 'participants', 'reports'] })
  const token = async () => (await sessionOf(app, account)).token
  const params = { competition: stage.competition, code: 'teams' }
  let made = 0
  return {
    ...stage,
    token,
    async full(size = 2) {
      const people: Person[] = []
      for (let number = 0; number < size; number += 1) people.push(await stage.person())
      const [captain, ...others] = people as [Person, ...Person[]]
      made += 1
      const id = await stage.team(captain, `Счёт ${stage.stageId} ${made}`)
      const code = await stage.code(captain, id)
      for (const one of others) await stage.join(one, id, code)
      return { id, people }
    },
    /** The funnel: how many people are at each non-empty step; the list behind each number must have as many. */
    async steps() {
      const call = { token: await token(), params: { competition: stage.competition } }
      const { stages } = (await app.call('GET /admin/competitions/:competition/report', call)).body
      const found = stages.find(({ code }) => code === 'teams')?.steps
      for (const step of stageSteps) {
        const query = { group: 'participants', stage: 'teams', step } as const
        const { count } = (await app.call('GET /admin/competitions/:competition/participants', { ...call, query })).body
        expect([step, count]).toEqual([step, found?.[step]])
      }
      return Object.fromEntries(Object.entries(found ?? {}).filter(([, count]) => count > 0))
    },
    async decide(team_id: number, verdict: 'admitted' | 'rejected' | null) {
      const call = { token: await token(), params: { ...params, team_id } }
      const { members } = (await app.call(`GET ${at}/teams/:team_id`, call)).body
      const words = members.map(({ test_id }) => ({ test_id, verdict: null, note: '' }))
      return app.call(`PUT ${at}/teams/:team_id/verdict`, {
        ...call,
        body: { verdict, reason: 'Так решил комитет', members: words },
      })
    },
    async list(only?: 'admitted') {
      const { body } = await app.call(`GET ${at}/teams`, { token: await token(), params, query: only ? { only } : {} })
      return { admitted: body.admitted, teams: body.teams.map(({ team_id, state }) => [team_id, state]) }
    },
    /** Runs the job until no team is due; returns how many teams of this stage it has looked at. */
    async looked() {
      const found = async (than: '<=' | '>') => {
        const { count } = await app.db
          .selectFrom('formed_teams as t')
          .innerJoin('locked_teams as l', 'l.team_id', 't.id')
          .where('t.stage_id', '=', stage.stageId)
          .where('l.look_at', than, app.clock.now())
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return Number(count)
      }
      const settled = await found('>')
      await lookAtLockedTeams(app.services)
      expect(await found('<=')).toBe(0)
      return (await found('>')) - settled
    },
    async replace(team_id: number, leaves: Person, comes: Person) {
      const call = async (person: Person) => ({
        token: await token(),
        params: { ...params, team_id, test_id: person.testId },
      })
      const reason = 'Замена'
      await app.call(`POST ${at}/teams/:team_id/members/:test_id/removal`, {
        ...(await call(leaves)),
        body: { reason },
      })
      return app.call(`PUT ${at}/teams/:team_id/members/:test_id`, {
        ...(await call(comes)),
        body: { reason, become: 'member' },
      })
    },
    drawn: async () =>
      app.call(`POST ${at}/playoff/draw`, {
        token: await token(),
        params: { ...params, code: 'bracket' },
        body: { act: 'preview' },
      }),
    async status(person: Person, code: string) {
      const { token } = await withNewSession(app, person)
      const query = { competition_code: stage.competition }
      const { stages } = (await app.call('GET /user/user-stages', { token, query })).body as {
        stages: { code: string; status: string }[]
      }
      return stages.find((one) => one.code === code)?.status
    },
  }
}

test('joining, leaving, the lock and the verdict count in the funnel and in the lists, and do not change the status', async () => {
  const stage = await aCountedStage({ check: 'manual' })
  const [first, second, short] = [await stage.full(), await stage.full(), await stage.full(1)]
  const alone = await stage.person()
  expect(await stage.steps()).toEqual({ begun: 5, not_begun: 1 })

  const [leaves] = short.people as [Person]
  await stage.remove(leaves, short.id, leaves.testId)
  expect(await stage.steps()).toEqual({ begun: 4, not_begun: 2 })
  expect(await stage.status(leaves, 'teams')).toBe('available')
  await stage.team(leaves, 'Снова')
  expect(await stage.steps()).toEqual({ begun: 5, not_begun: 1 })

  app.clock.set(afterEnd)
  expect(await lookAtLockedTeams(app.services)).toBe(3)
  // No team is due any more.
  expect(await lookAtLockedTeams(app.services)).toBe(0)
  expect(await stage.steps()).toEqual({ handed_in: 4, begun: 1, not_begun: 1 })
  expect(await stage.status(leaves, 'teams')).toBe('timeover')
  expect(await stage.status(first.people[0] as Person, 'teams')).toBe('wait')

  await stage.decide(first.id, 'admitted')
  await stage.decide(second.id, 'rejected')
  expect(await stage.steps()).toEqual({ passed: 2, failed: 2, begun: 1, not_begun: 1 })
  await stage.decide(second.id, null)
  expect(await stage.steps()).toEqual({ passed: 2, handed_in: 2, begun: 1, not_begun: 1 })
  expect(await stage.status(second.people[0] as Person, 'teams')).toBe('wait')
  expect(await stage.status(alone, 'teams')).toBe('timeover')

  // After the stage is reopened, steps that followed only from the close are taken back.
  await app.db
    .updateTable('stages')
    .set({ closes_at: new Date('2026-12-10T10:00:00+03:00') })
    .where('id', '=', stage.stageId)
    .execute()
  await app.heard()
  await lookAtLockedTeams(app.services)
  expect(await stage.steps()).toEqual({ passed: 2, begun: 3, not_begun: 1 })
})

test('a team admitted automatically as complete opens stages for admitted teams, comes into a bracket, and is shown as admitted', async () => {
  const stage = await aCountedStage({ check: 'auto' })
  const teams = [await stage.full(), await stage.full(), await stage.full()]
  const short = await stage.full(1)
  const [one] = teams[0]?.people as [Person]
  // One member has an extension of the stage.
  await app.db
    .insertInto('stage_extensions')
    .values({
      ...{ stage_id: stage.stageId, account_id: teams[2]?.people[0]?.id ?? 0, reason: 'Сбой' },
      ...{ closes_at: new Date('2026-12-03T10:00:00+03:00'), granted_at: app.clock.now() },
    })
    .execute()
  expect(await stage.status(one, 'next')).not.toBe('available')
  app.clock.set(afterEnd)
  await lookAtLockedTeams(app.services)
  expect(await stage.status(one, 'teams')).toBe('success')
  expect(await stage.status(one, 'next')).toBe('available')
  expect(await stage.steps()).toEqual({ passed: 4, begun: 3 })
  expect(await stage.list('admitted')).toMatchObject({ admitted: 2 })
  expect((await stage.list()).teams.filter(([id]) => id === short.id)).toEqual([[short.id, 'locked']])
  expect((await stage.drawn()).body.entrants).toHaveLength(2)

  app.clock.set('2026-12-03T10:00:00+03:00')
  await lookAtLockedTeams(app.services)
  expect(await stage.list('admitted')).toMatchObject({ admitted: 3 })
  expect((await stage.drawn()).body.entrants).toHaveLength(3)
})

test('KE-10 a team that loses its result with a disqualified member is admitted nowhere until the member is replaced', async () => {
  const stage = await aCountedStage({ check: 'manual', on_disqualification: 'loses' })
  const [first, second, third] = [await stage.full(), await stage.full(), await stage.full()]
  const [captain, mate] = first.people as [Person, Person]
  app.clock.set(afterEnd)
  await lookAtLockedTeams(app.services)
  for (const { id } of [first, second, third]) await stage.decide(id, 'admitted')
  expect(await stage.status(captain, 'next')).toBe('available')
  expect((await stage.drawn()).body.entrants).toHaveLength(3)

  await app.db
    .updateTable('participations')
    .set({ disqualified_at: app.clock.now() })
    .where('account_id', '=', mate.id)
    .execute()
  await app.heard()
  await lookAtLockedTeams(app.services)
  expect(await stage.status(captain, 'teams')).toBe('not_allowed')
  expect(await stage.status(captain, 'next')).not.toBe('available')
  expect((await stage.drawn()).body.entrants).toHaveLength(2)
  expect(await stage.steps()).toEqual({ passed: 4, failed: 2 })
  // The result of the team's work passes none of its members either.
  const [one, two] = [captain, second.people[0] as Person]
  const { id: solution } = await app.db
    .insertInto('stages')
    .values({ competition_code: stage.competition, code: 'work', type: 'teams_solution', title: 'Решение', sort: 10 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id } of [one, two]) {
    const of = { account_id: id, stage_id: solution }
    const now = app.clock.now()
    await app.db
      .insertInto('stage_results')
      .values({ ...of, score: 90, computed_at: now })
      .execute()
    await app.db
      .insertInto('stage_facts')
      .values({ ...of, started_at: now, submitted_at: now })
      .execute()
  }
  await app.heard()
  const token = await stage.token()
  const season = { competition: stage.competition }
  const made = await app.call('POST /admin/competitions/:competition/cutoffs', {
    ...{ token, params: season, body: { stage: 'work', title: 'Отбор' } },
  })
  const line = { ...season, cutoff_id: made.body.id }
  await app.call('PUT /admin/competitions/:competition/cutoffs/:cutoff_id', {
    ...{ token, params: line },
    body: { revision: 1, title: 'Отбор', letters: usualLetters, rule: { ...newRule('work'), places: 5 } },
  })
  const cutoff = await app.call('GET /admin/competitions/:competition/cutoffs/:cutoff_id', { token, params: line })
  expect(cutoff.body.result).toMatchObject({ disqualified: 1, people: 1, passed: 1 })

  await stage.replace(first.id, mate, await stage.person())
  await lookAtLockedTeams(app.services)
  expect(await stage.status(captain, 'next')).toBe('available')
  expect((await stage.drawn()).body.entrants).toHaveLength(3)
  expect(await stage.steps()).toMatchObject({ passed: 6 })
})

test('the job stops looking at a team that is complete or whose season is over, and resumes when an end moves', async () => {
  const stage = await aCountedStage({ check: 'auto' })
  const [whole, short] = [await stage.full(), await stage.full(1)]
  const [captain] = whole.people as [Person]
  app.clock.set(afterEnd)
  expect(await stage.looked()).toBe(2)
  app.clock.set('2026-12-01T22:00:00+03:00')
  expect(await stage.looked()).toBe(1)
  await app.db
    .updateTable('competitions')
    .set({ ends_at: new Date('2026-12-01T12:00:00+03:00') })
    .where('code', '=', stage.competition)
    .execute()
  await app.heard()
  expect(await stage.looked()).toBe(2)
  app.clock.set('2026-12-03T22:00:00+03:00')
  expect(await stage.looked()).toBe(0)

  await app.db
    .insertInto('stage_extensions')
    .values({
      ...{ stage_id: stage.stageId, account_id: captain.id, reason: 'Сбой', granted_at: app.clock.now() },
      closes_at: new Date('2026-12-04T10:00:00+03:00'),
    })
    .execute()
  await app.heard()
  expect(await stage.looked()).toBe(1)
  expect(await stage.steps()).toEqual({ begun: 3 })
  app.clock.set('2026-12-04T10:00:00+03:00')
  expect(await stage.looked()).toBe(1)
  expect(await stage.steps()).toEqual({ passed: 2, begun: 1 })

  // An incident may concern anybody.
  await app.db
    .insertInto('stage_incidents')
    .values({ stage_id: stage.stageId, minutes: 30, reason: 'Сбой', declared_at: app.clock.now() })
    .execute()
  await app.heard()
  expect(await stage.looked()).toBe(2)
  expect((await stage.list()).teams).toContainEqual([short.id, 'locked'])
})

test('the job looks at a stage that closes only by the dates of tracks', async () => {
  const stage = await aCountedStage({ check: 'auto' })
  await stage.full()
  const soon = { closes_at: '2026-11-25T10:00:00+03:00' }
  await app.db
    .updateTable('stages')
    .set({ closes_at: null, track_windows: JSON.stringify({ management: soon, technology: soon }) })
    .where('id', '=', stage.stageId)
    .execute()
  await app.heard()
  expect(await stage.looked()).toBe(0)
  app.clock.set(soon.closes_at)
  expect(await stage.looked()).toBe(1)
})

test('a member’s progress after the lock opens the next stage at once', async () => {
  const stage = await aCountedStage({ check: 'auto', member_stages: ['asked'] })
  const { id: asked } = await app.db
    .insertInto('stages')
    .values({
      ...{ competition_code: stage.competition, code: 'asked', type: 'essay', title: 'Эссе', sort: 1 },
      settings: JSON.stringify({ task: 'О себе', min_words: 1, max_words: 500 }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.heard()
  const { people } = await stage.full()
  const [captain, mate] = people as [Person, Person]
  const passed = (person: Person) =>
    app.db
      .insertInto('stage_facts')
      .values({ account_id: person.id, stage_id: asked, passed_at: app.clock.now() })
      .execute()
  await passed(captain)
  app.clock.set(afterEnd)
  await lookAtLockedTeams(app.services)
  expect(await stage.status(captain, 'next')).not.toBe('available')
  expect(await stage.steps()).toEqual({ begun: 2 })
  // Not committed yet while the job looks, and found by its next run, hours before the scheduled look.
  await app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('stage_facts')
      .values({ account_id: mate.id, stage_id: asked, passed_at: app.clock.now() })
      .execute()
    await lookAtLockedTeams(app.services)
  })
  await app.heard()
  expect(await stage.status(captain, 'teams')).toBe('success')
  expect(await stage.status(captain, 'next')).toBe('available')
  await lookAtLockedTeams(app.services)
  expect(await stage.steps()).toEqual({ passed: 2 })
})

test('a change of a member’s region or track, and a consent, make the job look at the locked team', async () => {
  const stage = await aCountedStage({
    check: 'auto',
    min_regions: 2,
    member_consents: [{ code: 'case', title: 'Кейс' }],
  })
  const { people } = await stage.full()
  const [captain, mate] = people as [Person, Person]
  const set = (values: { region: string } | { track_code: string | null }) =>
    app.db.updateTable('participations').set(values).where('account_id', '=', mate.id).execute()
  const consent = ({ id }: Person) =>
    app.db
      .insertInto('consents')
      .values({
        ...{ account_id: id, competition_code: stage.competition, document_code: 'case', document_version: 1 },
        ...{ document_title: 'Кейс', text_hash: Buffer.alloc(32), purpose: 'Кейс', ip: '127.0.0.1' },
        given_at: app.clock.now(),
      })
      .execute()
  const woken = async () => {
    const { rows } = await sql<{ woken: boolean }>`
      select exists (select from woken_teams w join formed_team_members m on m.team_id = w.team_id
        where m.account_id = ${mate.id}) as woken`.execute(app.db)
    await app.heard()
    await lookAtLockedTeams(app.services)
    return rows[0]?.woken
  }
  await app.db.updateTable('participations').set({ region: '16' }).where('account_id', '=', captain.id).execute()
  await set({ region: '77' })
  app.clock.set(afterEnd)
  await lookAtLockedTeams(app.services)
  expect([await woken(), await stage.steps()]).toEqual([false, { begun: 2 }])
  await sql`insert into consent_texts (text_hash, text) values (${Buffer.alloc(32)}, 'Текст') on conflict do nothing`.execute(
    app.db,
  )
  for (const each of [captain, mate]) await consent(each)
  expect([await woken(), await stage.steps()]).toEqual([true, { passed: 2 }])
  await set({ region: '16' })
  expect(await woken()).toBe(true)
  // In a track without the stage, other dates apply to the member.
  await set({ track_code: null })
  expect(await woken()).toBe(true)
  await app.db
    .updateTable('consents')
    .set({ withdrawn_at: app.clock.now() })
    .where('account_id', '=', mate.id)
    .execute()
  expect([await woken(), await woken()]).toEqual([true, false])
})

test('a run looks at no more teams than its limit, and the next one continues', async () => {
  const stage = await aCountedStage({ check: 'auto' })
  for (let made = 0; made < 3; made += 1) await stage.full()
  app.clock.set(afterEnd)
  await lookAtLockedTeams(app.services, 0)
  await app.db
    .updateTable('locked_teams')
    .set({ look_at: new Date('2027-01-01T00:00:00Z') })
    .where('team_id', 'not in', app.db.selectFrom('formed_teams').select('id').where('stage_id', '=', stage.stageId))
    .execute()
  expect(await lookAtLockedTeams(app.services, 2)).toBe(2)
  expect(await stage.steps()).toEqual({ passed: 4, begun: 2 })
  expect(await lookAtLockedTeams(app.services, 2)).toBe(1)
  expect(await stage.steps()).toEqual({ passed: 6 })
})

test('the latest of several decisions about a person counts; after a return the verdict on the team counts again', async () => {
  const stage = await aCountedStage({ check: 'manual' })
  const team = await stage.full()
  const [captain] = team.people as [Person]
  const said = async (outcome: 'passed' | 'failed' | 'returned') => {
    app.clock.advance(1000)
    const decision = { accountIds: [captain.id], stageId: stage.stageId, outcome }
    await app.db.transaction().execute((tx) => settleAndTell(tx, app.services, decision))
    await app.heard()
  }
  app.clock.set(afterEnd)
  await lookAtLockedTeams(app.services)
  await said('failed')
  expect(await stage.steps()).toEqual({ failed: 1, handed_in: 1 })
  await stage.decide(team.id, 'admitted')
  expect(await stage.steps()).toEqual({ failed: 1, passed: 1 })
  await said('returned')
  expect(await stage.steps()).toEqual({ passed: 2 })
  expect(await stage.status(captain, 'teams')).toBe('success')
  await stage.decide(team.id, 'rejected')
  expect(await stage.steps()).toEqual({ failed: 2 })
  await said('passed')
  expect(await stage.steps()).toEqual({ passed: 1, failed: 1 })
})
