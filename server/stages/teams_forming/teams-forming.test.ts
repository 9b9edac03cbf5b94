import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/dictionaries/load-dictionaries.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { anAccount, loggedIn, loggedInAgain } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { replaceLostCaptains } from './orphans.ts'

const start = '2026-11-21T12:00:00+03:00'
const afterEnd = '2026-12-01T10:00:01+03:00'
const at = '/admin/competitions/:competition/stages/:code/teams' as const
const assembly = '/admin/competitions/:competition/stages/:code/teams-assembly' as const

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start, remembers: true })
  await loadDictionaries(app.db)
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

type Stage = Awaited<ReturnType<typeof aTeamStage>>
type Person = Awaited<ReturnType<Stage['person']>>
type Verdict = 'under_check' | 'admitted' | 'rejected' | null

/** A stage, and what an organiser does at it. */
async function aCheckedStage(settings: Record<string, unknown> = { size_min: 2, size_max: 3 }) {
  const stage = await aTeamStage(app, settings)
  const account = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const params = { competition: stage.competition, code: 'teams' }
  const token = async () => (await loggedIn(app, account)).token
  const reason = 'Так решил комитет'
  const show = async (team_id: number) =>
    app.call(`GET ${at}/:team_id`, { token: await token(), params: { ...params, team_id } })
  return {
    ...stage,
    show,
    all: async (query: { only?: 'short' | 'rejected'; search?: string } = {}) =>
      app.call(`GET ${at}`, { token: await token(), params, query }),
    /** Decides with the same word about every member. */
    decide: async (team_id: number, verdict: Verdict, why = '', word: 'fits' | 'unfit' | null = 'fits') => {
      const { members } = (await show(team_id)).body
      return app.call(`PUT ${at}/:team_id/verdict`, {
        token: await token(),
        params: { ...params, team_id },
        body: {
          verdict,
          reason: why,
          members: members.map(({ test_id }) => ({ test_id, verdict: word, note: 'Паспорт' })),
        },
      })
    },
    decideAs: async (team_id: number, members: { test_id: number; verdict: 'fits' | 'unfit' | null; note: string }[]) =>
      app.call(`PUT ${at}/:team_id/verdict`, {
        token: await token(),
        params: { ...params, team_id },
        body: { verdict: 'admitted', reason: '', members },
      }),
    put: async (team_id: number, { testId }: Person, become: 'member' | 'captain' = 'member') =>
      app.call(`PUT ${at}/:team_id/members/:test_id`, {
        token: await token(),
        params: { ...params, team_id, test_id: testId },
        body: { reason, become },
      }),
    takeOut: async (team_id: number, { testId }: Person) =>
      app.call(`POST ${at}/:team_id/members/:test_id/removal`, {
        token: await token(),
        params: { ...params, team_id, test_id: testId },
        body: { reason },
      }),
    merge: async (team_id: number, into: number) =>
      app.call(`POST ${at}/:team_id/merge`, {
        token: await token(),
        params: { ...params, team_id },
        body: { into, reason },
      }),
    split: async (team_id: number, team_name: string, people: Person[]) =>
      app.call(`POST ${at}/:team_id/split`, {
        token: await token(),
        params: { ...params, team_id },
        body: { team_name, members: people.map(({ testId }) => testId), reason },
      }),
    dissolve: async (team_id: number) =>
      app.call(`POST ${at}/:team_id/dissolve`, {
        token: await token(),
        params: { ...params, team_id },
        body: { reason },
      }),
    plan: async () => app.call(`GET ${assembly}`, { token: await token(), params }),
    assemble: async (fingerprint: string) =>
      app.call(`POST ${assembly}`, { token: await token(), params, body: { fingerprint } }),
    /** A team of so many people, the first one its captain. */
    async full(name: string, size: number, region: (at: number) => string | null = () => null) {
      const people: Person[] = []
      for (let at = 0; at < size; at += 1) people.push(await stage.person(region(at)))
      const [captain, ...others] = people as [Person, ...Person[]]
      const id = await stage.team(captain, name)
      const code = await stage.code(captain, id)
      for (const one of others) await stage.join(one, id, code)
      return { id, captain, people }
    },
    status: async (person: Person) => (await stage.stage(await loggedInAgain(app, person)))?.status,
  }
}

const titlesOf = async ({ id }: Person) =>
  (await app.db.selectFrom('notifications').select('title').where('account_id', '=', id).orderBy('id').execute()).map(
    ({ title }) => title,
  )

let names = 0
const aName = (): string => {
  names += 1
  return `Проверяемая ${String.fromCharCode(1040 + (names % 32))}${names}`
}

describe('the check', () => {
  test('an organiser says of each member and of the team; the team reads the decision with its reason', async () => {
    const stage = await aCheckedStage()
    const { id, captain, people } = await stage.full(aName(), 2)
    expect((await stage.decide(id, 'under_check')).body).toMatchObject({ state: 'under_check', verdict_reason: '' })
    expect((await stage.join(await stage.person(), id)).body.code).toBe('teams_closed')
    expect((await stage.decide(id, 'admitted', '', 'unfit')).body.code).toBe('team_member_unfit')
    expect((await stage.decide(id, 'rejected')).body.code).toBe('team_reason_needed')
    const admitted = await stage.decide(id, 'admitted')
    expect(admitted.body).toMatchObject({ state: 'admitted' })
    expect(admitted.body.members.map(({ verdict, note }) => [verdict, note])).toEqual([
      ['fits', 'Паспорт'],
      ['fits', 'Паспорт'],
    ])
    expect(await stage.status(captain)).toBe('success')
    expect((await stage.decide(id, 'rejected')).body.code).toBe('team_reason_needed')
    expect((await stage.decide(id, 'rejected', 'Нет паспорта', 'unfit')).status).toBe(200)
    expect(await stage.status(captain)).toBe('not_allowed')
    expect((await stage.all({ only: 'rejected' })).body.teams.map(({ team_id, unfit }) => [team_id, unfit])).toEqual([
      [id, 2],
    ])
    expect((await titlesOf(people[1] as Person)).filter((title) => title.includes('допущена'))).toHaveLength(2)
  })

  test('a decision about people who are not those in the team is refused', async () => {
    const stage = await aCheckedStage()
    const { id, people } = await stage.full(aName(), 2)
    const stranger = await stage.person()
    const word = ({ testId }: Person) => ({ test_id: testId, verdict: 'fits' as const, note: '' })
    for (const members of [[], people.slice(1).map(word), [...people, stranger].map(word)])
      expect((await stage.decideAs(id, members)).body.code).toBe('team_changed')
    expect((await stage.decideAs(id, people.map(word))).status).toBe(200)
  })

  test('an incomplete team is admitted only with a reason, and the region mix is a part of completeness', async () => {
    const stage = await aCheckedStage({ size_min: 2, size_max: 3, min_regions: 2 })
    const [kazan, moscow] = ['1600000000000', '7700000000000']
    const { id, captain } = await stage.full(aName(), 2, () => kazan)
    expect((await stage.show(id)).body.lines).toEqual(['Нужны участники хотя бы из 2 регионов, сейчас 1'])
    expect((await stage.decide(id, 'admitted')).body.code).toBe('team_reason_needed')
    app.clock.set(afterEnd)
    expect(await stage.status(captain)).toBe('timeover')
    app.clock.set(start)
    await stage.put(id, await stage.person(moscow))
    expect((await stage.show(id)).body).toMatchObject({ lines: [], state: 'complete' })
    app.clock.set(afterEnd)
    expect(await stage.status(captain)).toBe('wait')
  })

  test('the list is searched by name and number, filtered, and costs as many queries for three teams as for one', async () => {
    const costs: number[] = []
    for (const sizes of [[2], [2, 1, 2]]) {
      const stage = await aCheckedStage()
      const made: number[] = []
      for (const size of sizes) made.push((await stage.full(aName(), size)).id)
      const { body } = await stage.all({ search: String(made[0]) })
      expect(body.teams.map(({ team_id }) => team_id)).toContain(made[0])
      if (made[1])
        expect((await stage.all({ only: 'short' })).body.teams.map(({ team_id }) => team_id)).toEqual([made[1]])
      costs.push(await countQueries(() => stage.all()))
    }
    expect(costs[1]).toBe(costs[0])
  })

  test('teams of another stage, of another competition and dissolved ones are not found', async () => {
    const [stage, other] = [await aCheckedStage(), await aCheckedStage()]
    const { id, people } = await other.full(aName(), 2)
    const own = await stage.full(aName(), 2)
    for (const refused of [
      await stage.show(id),
      await stage.dissolve(id),
      await stage.merge(own.id, id),
      await stage.merge(id, own.id),
      await stage.split(id, aName(), people.slice(1)),
      await stage.put(id, own.captain),
      await stage.takeOut(id, people[1] as Person),
    ])
      expect([refused.status, (refused.body as { code?: string }).code]).toEqual([404, 'formed_team_not_found'])
    await other.dissolve(id)
    expect((await other.show(id)).status).toBe(404)
  })
})

test('a participant’s list costs at most three queries for any number of teams, where nobody was called by e-mail', async () => {
  const stage = await aCheckedStage()
  for (const size of [2, 1, 3]) await stage.full(aName(), size)
  const reader = await stage.person()
  await stage.list(reader)
  expect(await countQueries(() => stage.list(reader))).toBeLessThanOrEqual(3)
})

describe('changes by the organiser', () => {
  test('a member is replaced after the lock, also out of another team; a captain who goes is followed by the oldest', async () => {
    const stage = await aCheckedStage()
    const [one, two] = [await stage.full(aName(), 2), await stage.full(aName(), 3)]
    app.clock.set(afterEnd)
    const [captain, mate] = one.people as [Person, Person]
    const newcomer = two.people[2] as Person
    expect((await stage.put(one.id, newcomer)).body.members).toHaveLength(3)
    expect((await stage.show(two.id)).body.members).toHaveLength(2)
    expect((await stage.put(one.id, two.people[1] as Person)).body.code).toBe('team_full')
    expect(
      (await stage.takeOut(one.id, captain)).body.members.map(({ test_id, captain: leads }) => [test_id, leads]),
    ).toEqual([
      [mate.testId, true],
      [newcomer.testId, false],
    ])
    expect(await stage.status(mate)).toBe('wait')
    expect(await stage.status(captain)).toBe('timeover')
    expect((await stage.put(one.id, newcomer, 'captain')).body.members.find((each) => each.captain)?.test_id).toBe(
      newcomer.testId,
    )
    expect((await stage.put(one.id, captain, 'captain')).body.code).toBe('team_member_not_found')
    const outsider = await (await aTeamStage(app)).person()
    expect((await stage.put(one.id, outsider)).body.code).toBe('user_not_found')
    await stage.takeOut(one.id, mate)
    expect((await stage.takeOut(one.id, newcomer)).body.code).toBe('team_last_member')
    expect(await titlesOf(captain)).toContain('Вы больше не в команде')
  })

  test('teams are merged and split; the name of a merged one is free, and look-alike names are refused', async () => {
    const stage = await aCheckedStage({ size_min: 2, size_max: 4 })
    const name = aName()
    const [one, two] = [await stage.full(name, 2), await stage.full(aName(), 2)]
    const big = await stage.full(aName(), 3)
    expect((await stage.merge(big.id, two.id)).body.code).toBe('team_full')
    expect((await stage.merge(one.id, one.id)).body.code).toBe('team_same')
    const merged = await stage.merge(one.id, two.id)
    expect([merged.body.team_id, merged.body.members.length]).toEqual([two.id, 4])
    expect(merged.body.members.filter(({ captain }) => captain).map(({ test_id }) => test_id)).toEqual([
      two.captain.testId,
    ])
    expect((await stage.split(two.id, '  ', [two.captain])).body.code).toBe('team_name_wrong')
    const taken = (await stage.show(big.id)).body.name.replace('о', 'o').replace('е', 'ё')
    expect((await stage.split(two.id, taken, [two.captain])).body.code).toBe('team_name_taken')
    expect((await stage.split(two.id, name, [big.captain])).body.code).toBe('team_member_not_found')
    expect((await stage.split(two.id, name, [...one.people, ...two.people])).body.code).toBe('team_last_member')
    const parted = await stage.split(two.id, name, [two.captain, one.captain])
    expect(parted.body.members.map(({ test_id, captain }) => [test_id, captain])).toEqual(
      expect.arrayContaining([
        [two.captain.testId, true],
        [one.captain.testId, false],
      ]),
    )
    expect((await stage.show(two.id)).body.members.filter(({ captain }) => captain)).toHaveLength(1)
    expect(await titlesOf(one.captain)).toEqual(expect.arrayContaining(['Команды объединены', 'Команда разделена']))
  })

  test('a team with a work is neither merged nor split nor dissolved; any other can be dissolved', async () => {
    const stage = await aCheckedStage()
    const [one, two] = [await stage.full(aName(), 2), await stage.full(aName(), 1)]
    await sql`insert into hand_ins (team_id, stage_id, revision, data, arrived_at, form_version, receipt_number)
      select ${one.id}, ${stage.rulesId}, 1, '{}', now(), 1, 'T-1'`.execute(app.db)
    expect((await stage.merge(one.id, two.id)).body.code).toBe('team_has_works')
    expect((await stage.split(one.id, aName(), one.people.slice(1))).body.code).toBe('team_has_works')
    const refused = await stage.dissolve(one.id)
    expect(JSON.parse(refused.text).code).toBe('team_has_works')
    expect((await stage.dissolve(two.id)).status).toBeLessThan(300)
    expect(await titlesOf(two.captain)).toContain('Команда распущена')
    expect(await stage.status(two.captain)).toBe('available')
  })

  test('of two organisers who bring one person into two teams at once, nobody makes him a member of both', async () => {
    const stage = await aCheckedStage()
    const [one, two] = [await stage.full(aName(), 1), await stage.full(aName(), 1)]
    const free = await stage.person()
    const answers = await Promise.all([stage.put(one.id, free), stage.put(two.id, free)])
    for (const { status, body } of answers)
      expect(status === 200 || (body as { code?: string }).code === 'team_candidate_busy').toBe(true)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from formed_team_members
      where account_id = ${free.id} and state = 'active'`.execute(app.db)
    expect(rows[0]?.count).toBe(1)
  })
})

describe('those without a team', () => {
  test('after the close they are shown the teams they would come into, and exactly this is done once', async () => {
    const stage = await aCheckedStage()
    const short = await stage.full(aName(), 1)
    const people: Person[] = []
    for (let count = 0; count < 4; count += 1) people.push(await stage.person())
    for (const one of people) await stage.look(one, true)
    expect((await stage.plan()).body.code).toBe('team_assembly_early')
    app.clock.set(afterEnd)
    const { body: plan } = await stage.plan()
    expect([
      plan.people,
      plan.teams.map(({ team_id, joins }) => [team_id === short.id, joins.length]),
      plan.left,
    ]).toEqual([
      4,
      [
        [true, 1],
        [false, 3],
      ],
      [],
    ])
    expect((await stage.assemble('another')).body.code).toBe('team_assembly_changed')
    const answers = await Promise.all([stage.assemble(plan.fingerprint), stage.assemble(plan.fingerprint)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const one of people) expect(await stage.status(one)).toBe('wait')
    expect(await titlesOf(people[0] as Person)).toContain('У вас есть команда')
    const { body: empty } = await stage.plan()
    expect([empty.people, empty.teams]).toEqual([0, []])
    expect((await stage.assemble(empty.fingerprint)).body.code).toBe('nobody_to_assemble')
  })
})

describe('what happens in mid-competition', () => {
  const disqualify = ({ id }: Person, when: string) =>
    app.db
      .updateTable('participations')
      .set({ disqualified_at: new Date(when) })
      .where('account_id', '=', id)
      .execute()

  test.each([
    ['keeps', 'success'],
    ['loses', 'not_allowed'],
  ])('a team whose member is disqualified after the close %s its result, as the stage says', async (rule, status) => {
    const stage = await aCheckedStage({ size_min: 2, size_max: 3, check: 'auto', on_disqualification: rule })
    const { id, people } = await stage.full(aName(), 2)
    const [captain, mate] = people as [Person, Person]
    app.clock.set(afterEnd)
    expect(await stage.status(captain)).toBe('success')
    await disqualify(mate, afterEnd)
    await app.heard()
    expect(await stage.status(captain)).toBe(status)
    await stage.put(id, await stage.person())
    await stage.takeOut(id, mate)
    expect(await stage.status(captain)).toBe('success')
  })

  test('a captain who takes part no more is followed by the oldest member after the days that the stage gives', async () => {
    const stage = await aCheckedStage({ size_min: 2, size_max: 3, orphan_days: 2 })
    const { id, people } = await stage.full(aName(), 3)
    const [captain, mate, last] = people as [Person, Person, Person]
    await disqualify(captain, start)
    app.clock.set('2026-11-23T11:00:00+03:00')
    await replaceLostCaptains(app.services)
    expect((await stage.show(id)).body.members.find((each) => each.captain)?.test_id).toBe(captain.testId)
    app.clock.set('2026-11-23T12:00:00+03:00')
    await Promise.all([replaceLostCaptains(app.services), replaceLostCaptains(app.services)])
    expect((await stage.show(id)).body.members.find((each) => each.captain)?.test_id).toBe(mate.testId)
    expect((await titlesOf(mate)).filter((title) => title === 'Вы капитан команды')).toHaveLength(1)
    expect(await titlesOf(last)).toContain('В команде другой капитан')
  })

  test('an invitation and a code are refused after the lock, and the answer says why', async () => {
    const stage = await aCheckedStage()
    const { id, captain } = await stage.full(aName(), 1)
    const [called, coded] = [await stage.person(), await stage.person()]
    await stage.invite(captain, id, called.testId)
    const code = await stage.code(captain, id)
    app.clock.set(afterEnd)
    for (const answer of [
      await stage.join(await loggedInAgain(app, called), id),
      await stage.join(await loggedInAgain(app, coded), id, code),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'teams_closed'])
  })
})
