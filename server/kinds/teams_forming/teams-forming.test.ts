import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { sweepFiles } from '#server/forms/files/sweep-files.ts'
import { stageFiles } from '#server/kinds/held-files.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { replaceLostCaptains } from './orphans.ts'
import { teamsForming } from './teams-forming.ts'

const start = '2026-11-21T12:00:00+03:00'
const afterEnd = '2026-12-01T10:00:01+03:00'
const at = '/admin/competitions/:competition/stages/:code/teams' as const
const replacements = '/admin/competitions/:competition/stages/:code/team-replacements' as const
const pdf = aPdf()
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

/** A stage with the calls of its organiser. */
async function aCheckedStage(settings: Record<string, unknown> = { size_min: 2, size_max: 3 }) {
  const stage = await aTeamStage(app, settings)
  const account = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const params = { competition: stage.competition, code: 'teams' }
  const token = async () => (await sessionOf(app, account)).token
  const reason = 'Так решил комитет'
  const show = async (team_id: number) =>
    app.call(`GET ${at}/:team_id`, { token: await token(), params: { ...params, team_id } })
  return {
    ...stage,
    show,
    all: async (query: { only?: 'short' | 'rejected'; search?: string } = {}) =>
      app.call(`GET ${at}`, { token: await token(), params, query }),
    /** Decides with the same word about every member. */
    decide: async (
      team_id: number,
      verdict: Verdict,
      why = '',
      word: 'fits' | 'unfit' | null = 'fits',
      seen?: Verdict,
    ) => {
      const { members } = (await show(team_id)).body
      return app.call(`PUT ${at}/:team_id/verdict`, {
        token: await token(),
        params: { ...params, team_id },
        body: {
          verdict,
          ...(seen !== undefined && { seen }),
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
    requests: async (over = false) =>
      app.call(`GET ${replacements}`, { token: await token(), params, query: { over } }),
    answer: async (replacement_id: number, outcome: 'granted' | 'declined', why = '') =>
      app.call(`PUT ${replacements}/:replacement_id`, {
        token: await token(),
        params: { ...params, replacement_id },
        body: { outcome, reason: why },
      }),
    paper: async (team_id: number, file_id: string) =>
      app.fetch(`/api/v3/admin/competitions/${stage.competition}/stages/teams/teams/${team_id}/files/${file_id}`, {
        headers: { 'X-Token': await token() },
      }),
    plan: async () => app.call(`GET ${assembly}`, { token: await token(), params }),
    assemble: async (fingerprint: string) =>
      app.call(`POST ${assembly}`, { token: await token(), params, body: { fingerprint } }),
    /** A team of this many people, the first one its captain. */
    async full(name: string, size: number, region: (at: number) => string | null = () => null) {
      const people: Person[] = []
      for (let at = 0; at < size; at += 1) people.push(await stage.person(region(at)))
      const [captain, ...others] = people as [Person, ...Person[]]
      const id = await stage.team(captain, name)
      const code = await stage.code(captain, id)
      for (const one of others) await stage.join(one, id, code)
      return { id, captain, people }
    },
    status: async (person: Person) => (await stage.stage(await withNewSession(app, person)))?.status,
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
  test('KO-10 an organiser gives a word about each member and a verdict on the team; the team reads the decision with its reason', async () => {
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
    // Whoever has not seen that decision decides nothing about it.
    const late = await stage.decide(id, 'rejected', 'Нет паспорта', 'unfit', 'under_check')
    expect(late.body.code).toBe('team_changed')
    expect((await stage.decide(id, 'rejected', 'Нет паспорта', 'unfit', 'admitted')).status).toBe(200)
    expect(await stage.status(captain)).toBe('not_allowed')
    expect((await stage.all({ only: 'rejected' })).body.teams.map(({ team_id, unfit }) => [team_id, unfit])).toEqual([
      [id, 2],
    ])
    expect((await titlesOf(people[1] as Person)).filter((title) => title.includes('допущена'))).toHaveLength(2)
  })

  test('a decision that does not name the current members is refused', async () => {
    const stage = await aCheckedStage()
    const { id, people } = await stage.full(aName(), 2)
    const stranger = await stage.person()
    const word = ({ testId }: Person) => ({ test_id: testId, verdict: 'fits' as const, note: '' })
    for (const members of [[], people.slice(1).map(word), [...people, stranger].map(word)])
      expect((await stage.decideAs(id, members)).body.code).toBe('team_changed')
    expect((await stage.decideAs(id, people.map(word))).status).toBe(200)
  })

  test('KO-10 an incomplete team is admitted only with a reason, and the region mix is a part of completeness', async () => {
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
  test('KO-10 a member is replaced after the lock, also from another team; the oldest member follows a captain who leaves', async () => {
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

  test('KO-10 teams are merged and split; the name of a merged team becomes free, and look-alike names are refused', async () => {
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
    expect((await stage.split(two.id, '!!!', [two.captain])).body.code).toBe('team_name_wrong')
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

  test('a team with a work is neither merged nor split nor dissolved; any other team can be dissolved', async () => {
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

  test('when two organisers bring one person into two teams at once, the person is in only one of them', async () => {
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

/** A document that the person has uploaded. */
async function aPaper({ token }: Person, name: string) {
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(pdf, name)),
  })
  const { file_id } = (await answer.json()) as { file_id: string }
  return { file_id, name }
}

describe('the rules of a stage', () => {
  test('KO-10 roles are shared out among the members, and a team without one of the roles is not complete', async () => {
    const stage = await aCheckedStage({ size_min: 2, size_max: 3, roles: ['Аналитик', 'Докладчик'] })
    const { id, people } = await stage.full(aName(), 2)
    const [captain, mate] = people as [Person, Person]
    expect((await stage.show(id)).body.lines).toEqual(['Нет ролей: Аналитик, Докладчик'])
    expect((await stage.duty(mate, id, captain.testId, 'Аналитик')).body.code).toBe('team_captain_only')
    expect((await stage.duty(mate, id, mate.testId, 'Казначей')).body.code).toBe('team_duty_unknown')
    expect((await stage.duty(captain, id, (await stage.person()).testId, 'Аналитик')).body.code).toBe(
      'team_member_not_found',
    )
    await stage.duty(mate, id, mate.testId, 'Аналитик')
    expect((await stage.read(mate, id)).body.completeness?.lines).toEqual(['Нет роли: Докладчик'])
    const { body } = await stage.duty(captain, id, captain.testId, 'Докладчик')
    expect([body.completeness?.complete, body.members.map(({ duty }) => duty)]).toEqual([
      true,
      ['Докладчик', 'Аналитик'],
    ])
    expect((await stage.all()).body.teams.map(({ state }) => state)).toEqual(['complete'])
    await app.heard()
    expect((await stage.stage(mate))?.extra_data.reason).toContain('собрана')
    const stranger = (await stage.read(await stage.person(), id)).body
    expect(stranger.members.map(({ duty }) => duty)).toEqual(['', ''])
    app.clock.set(afterEnd)
    expect(await stage.status(mate)).toBe('wait')
  })

  test.each([
    [
      'same',
      'Все участники должны быть из одной организации',
      ['ООО «Вектор»', 'Плёс'],
      ['ООО «Вектор»', 'ооо Вектор'],
    ],
    [
      'different',
      'Все участники должны быть из разных организаций, сейчас из одной — 2',
      ['Плёс', 'ПЛЁС'],
      ['Плёс', 'Вектор'],
    ],
  ])('KO-10 where members must be of %s employers, the applications show whether they are', async (rule, line, wrong, right) => {
    const stage = await aCheckedStage({ size_min: 2, size_max: 3, employer: rule })
    const works = async ({ id: account_id }: Person, current_work = '') =>
      app.db
        .insertInto('applications')
        .values({
          ...{ account_id, competition_code: stage.competition, stage_id: stage.rulesId, door: 'participant' },
          ...{ form_version: 1, data: JSON.stringify({ current_work }), submitted_at: app.clock.now() },
        })
        .execute()
    const [one, two] = [await stage.full(aName(), 2), await stage.full(aName(), 2)]
    for (const [at, each] of one.people.entries()) await works(each, wrong[at])
    for (const [at, each] of two.people.entries()) await works(each, right[at])
    expect((await stage.show(one.id)).body.lines).toEqual([line])
    expect((await stage.show(two.id)).body.lines).toEqual([])
    const states = (await stage.all()).body.teams.map(({ team_id, state }) => [team_id, state])
    expect(states).toEqual(
      expect.arrayContaining([
        [one.id, 'draft'],
        [two.id, 'complete'],
      ]),
    )
    app.clock.set(afterEnd)
    expect([await stage.status(one.captain), await stage.status(two.captain)]).toEqual(['timeover', 'wait'])
  })

  test('KO-10 the captain uploads a letter from the head: only the team and the checkers read it', async () => {
    const stage = await aCheckedStage({ size_min: 2, size_max: 3, head_letter: true })
    const [one, other] = [await stage.full(aName(), 2), await stage.full(aName(), 2)]
    const [captain, mate] = one.people as [Person, Person]
    expect((await stage.read(captain, one.id)).body.completeness?.lines).toEqual(['Нет письма от руководителя'])
    const letter = await aPaper(captain, 'письмо.pdf')
    expect((await stage.bringLetter(mate, one.id, [letter])).body.code).toBe('team_captain_only')
    const foreign = await stage.bringLetter(other.captain, other.id, [letter])
    expect([foreign.status, foreign.body.fields]).toEqual([422, { letter: expect.objectContaining({ rule: 'file' }) }])
    const { body } = await stage.bringLetter(captain, one.id, [letter])
    expect([body.letter, body.completeness?.complete]).toEqual([{ file: letter }, true])
    expect((await stage.show(one.id)).body).toMatchObject({ letter, lines: [] })
    expect((await stage.file(mate, one.id, letter.file_id)).status).toBe(200)
    expect((await stage.paper(one.id, letter.file_id)).status).toBe(200)
    expect((await stage.file(other.captain, one.id, letter.file_id)).status).toBe(404)
    expect((await stage.file(other.captain, other.id, letter.file_id)).status).toBe(404)
    expect((await stage.paper(other.id, letter.file_id)).status).toBe(404)
    expect((await stage.read(other.captain, one.id)).body.letter).toBeNull()
    app.clock.advance(3 * 86_400_000)
    for (const _twice of [1, 2]) await sweepFiles(app.services, stageFiles)
    expect((await stage.paper(one.id, letter.file_id)).status).toBe(200)
    const leader = await withNewSession(app, captain)
    expect((await stage.bringLetter(leader, one.id, [])).body.letter).toEqual({ file: null })
    app.clock.set(afterEnd)
    expect((await stage.bringLetter(await withNewSession(app, captain), one.id, [letter])).body.code).toBe(
      'teams_closed',
    )
    app.clock.set(start)
    const without = await aCheckedStage()
    const { id, captain: leads } = await without.full(aName(), 1)
    expect((await without.bringLetter(leads, id, [])).body.code).toBe('team_letter_not_asked')
  })
})

test('the checklist warns of a stage that nobody could pass, or where no replacement could be requested', () => {
  const items = (settings: Record<string, unknown>) =>
    teamsForming
      .checklist(
        {
          closesAt: new Date(afterEnd),
          settings: { size_min: 2, size_max: 2, member_stages: [], roles: [], replace_until: null, ...settings },
        } as never,
        { byCode: new Map(), stages: [] } as never,
      )
      .map(({ level, text }) => `${level}: ${text}`)
  expect(items({ roles: ['Аналитик'], replace_until: '2026-12-05T10:00:00+03:00' })).toEqual([])
  expect(items({ roles: ['Аналитик', 'Докладчик', 'Скептик'], replace_until: '2026-11-30T10:00:00+03:00' })).toEqual([
    'red: Ролей больше, чем людей в команде: собрать её не сможет никто',
    'yellow: Заявки на замену кончаются раньше, чем закрывается этап: их не будет',
  ])
})

describe('a replacement after the lock', () => {
  const settings = {
    ...{ size_min: 2, size_max: 2, roles: ['Аналитик'], replace_until: '2026-12-05T10:00:00+03:00' },
  }

  test('KO-10 the captain requests one with documents before the deadline, an organiser decides, and the newcomer gets place and role', async () => {
    const stage = await aCheckedStage(settings)
    const { id, people } = await stage.full(aName(), 2)
    const [captain, mate] = people as [Person, Person]
    await stage.duty(captain, id, mate.testId, 'Аналитик')
    const [coming, busy] = [await stage.person(), (await stage.full(aName(), 1)).captain]
    const outsider = await (await aTeamStage(app)).person()
    const documents = [await aPaper(captain, 'заявление.pdf')]
    const ask = (who: Person, more: { leaving?: number | null; coming?: number } = {}) =>
      stage.askReplacement(who, id, { leaving: mate.testId, coming: coming.testId, documents, ...more })
    const early = await ask(captain)
    expect([early.status, early.body.code, early.body.message]).toEqual([
      409,
      'replacement_closed',
      'Просить о замене сейчас нельзя. Этап ещё открыт: состав меняет сам капитан',
    ])
    app.clock.set(afterEnd)
    const [leader, other] = [await withNewSession(app, captain), await withNewSession(app, mate)]
    expect((await stage.read(leader, id)).body.replacement).toMatchObject({ may_ask: true, last: null })
    expect((await stage.read(other, id)).body.replacement).toMatchObject({ may_ask: false })
    for (const [answer, code] of [
      [await ask(other), 'team_captain_only'],
      [await ask(leader, { leaving: coming.testId }), 'team_member_not_found'],
      [await ask(leader, { leaving: null }), 'team_full'],
      [await ask(leader, { coming: outsider.testId }), 'user_not_found'],
      [await ask(leader, { coming: busy.testId }), 'team_candidate_busy'],
      [
        await stage.askReplacement(leader, id, { leaving: mate.testId, coming: coming.testId, documents: [] }),
        'invalid_request',
      ],
    ] as const)
      expect(answer.body.code).toBe(code)
    // Two pages of the captain request at once: one request is kept.
    const answers = await Promise.all([ask(leader), ask(leader)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const asked = (await stage.read(other, id)).body.replacement?.last
    expect(asked).toMatchObject({ state: 'asked', coming: coming.testId, reason: 'Переезжает', files: documents })
    expect((await stage.file(other, id, documents[0]?.file_id ?? '')).status).toBe(200)

    const [listed] = (await stage.requests()).body.replacements
    expect(listed).toMatchObject({ team_id: id, coming_number: coming.testId, files: documents })
    expect((await stage.paper(id, documents[0]?.file_id ?? '')).status).toBe(200)
    const number = listed?.id ?? 0
    expect(JSON.parse((await stage.answer(number, 'declined')).text).code).toBe('team_reason_needed')
    expect((await stage.answer(number, 'declined', 'Нет подписи')).status).toBe(204)
    expect(await titlesOf(mate)).toContain('В замене отказано')
    expect((await stage.read(leader, id)).body.replacement).toMatchObject({
      may_ask: true,
      last: { state: 'declined', answer: 'Нет подписи' },
    })
    const second = (await ask(leader)).body.replacement?.last?.id ?? 0
    expect((await stage.withdraw(other, id, second)).body.code).toBe('team_captain_only')
    expect((await stage.withdraw(leader, id, second)).body.replacement?.last?.state).toBe('withdrawn')
    expect((await stage.withdraw(leader, id, second)).body.code).toBe('replacement_not_found')
    expect(JSON.parse((await stage.answer(second, 'granted')).text).code).toBe('replacement_not_found')

    const third = (await ask(leader)).body.replacement?.last?.id ?? 0
    // Two organisers answer at once: one answer counts.
    const both = await Promise.all([stage.answer(third, 'granted'), stage.answer(third, 'granted')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404])
    const after = (await stage.show(id)).body
    expect(after.members.map(({ test_id, duty }) => [test_id, duty])).toEqual([
      [captain.testId, ''],
      [coming.testId, 'Аналитик'],
    ])
    expect([after.gone, after.lines]).toEqual([0, []])
    expect([await stage.status(coming), await stage.status(mate)]).toEqual(['wait', 'timeover'])
    expect(await titlesOf(coming)).toEqual(['Вы в команде'])
    expect(await titlesOf(mate)).toContain('Вы больше не в команде')
    expect((await stage.requests(true)).body.replacements.map(({ state }) => state)).toEqual([
      'granted',
      'withdrawn',
      'declined',
    ])
    app.clock.set('2026-12-05T10:00:00+03:00')
    const late = await ask(await withNewSession(app, captain), { leaving: coming.testId, coming: mate.testId })
    expect(late.body.message).toBe('Просить о замене сейчас нельзя. Срок закончился 05.12.2026 10:00 по Москве')
  })

  test('KO-10 a captain who is replaced hands the team over; a newcomer takes the place of a person who has left', async () => {
    const stage = await aCheckedStage(settings)
    const [one, two] = [await stage.full(aName(), 2), await stage.full(aName(), 2)]
    for (const { id, captain, people } of [one, two]) await stage.duty(captain, id, people[1]?.testId ?? 0, 'Аналитик')
    const [coming, newcomer, late] = [await stage.person(), await stage.person(), await stage.person()]
    const documents = [await aPaper(one.captain, 'заявление.pdf')]
    app.clock.set(afterEnd)
    const leader = await withNewSession(app, one.captain)
    const of = { leaving: one.captain.testId, coming: coming.testId, documents }
    const first = (await stage.askReplacement(leader, one.id, of)).body.replacement?.last?.id ?? 0
    expect((await stage.answer(first, 'granted')).status).toBe(204)
    const mate = one.people[1] as Person
    expect((await stage.show(one.id)).body.members.find(({ captain }) => captain)?.test_id).toBe(mate.testId)

    const other = two.people[1] as Person
    const theirs = [await aPaper(await withNewSession(app, two.captain), 'согласие.pdf')]
    await stage.remove(await withNewSession(app, other), two.id, other.testId)
    expect((await stage.show(two.id)).body.gone).toBe(1)
    const second = await stage.askReplacement(await withNewSession(app, two.captain), two.id, {
      ...{ leaving: null, coming: newcomer.testId, documents: theirs },
    })
    // Meanwhile the person has joined another team.
    await stage.put(one.id, late)
    const number = second.body.replacement?.last?.id ?? 0
    await app.db.updateTable('team_replacements').set({ coming_id: mate.id }).where('id', '=', number).execute()
    expect(JSON.parse((await stage.answer(number, 'granted')).text).code).toBe('team_candidate_busy')
    await app.db.updateTable('team_replacements').set({ coming_id: newcomer.id }).where('id', '=', number).execute()
    expect((await stage.answer(number, 'granted')).status).toBe(204)
    expect((await stage.show(two.id)).body).toMatchObject({ gone: 0, members: [{}, { test_id: newcomer.testId }] })
    expect((await stage.show(two.id)).body.lines).toEqual(['Нет роли: Аналитик'])
    // Roles can be shared out after the lock too.
    const named = await stage.duty(await withNewSession(app, newcomer), two.id, newcomer.testId, 'Аналитик')
    expect(named.body.completeness?.complete).toBe(true)
    await stage.decide(two.id, 'admitted')
    expect((await stage.duty(await withNewSession(app, newcomer), two.id, newcomer.testId, '')).body.code).toBe(
      'teams_closed',
    )
  })
})

describe('those without a team', () => {
  test('after the close the organiser sees which teams people without one would join, and exactly this plan is carried out once', async () => {
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
  ])('KE-10 a team whose member is disqualified after the close %s its result, as the stage says', async (rule, status) => {
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

  test('KE-10 leaving a locked team does not harm the others; it ends with the final verdict, a decision or a match', async () => {
    const stage = await aCheckedStage({ size_min: 3, size_max: 3 })
    const { id, people } = await stage.full(aName(), 3)
    const again = await Promise.all([0, 1, 2].map(async () => (await stage.full(aName(), 3)).people[2] as Person))
    app.clock.set(afterEnd)
    const [captain, mate] = people as [Person, Person]
    const leader = await withNewSession(app, captain)
    expect((await stage.read(leader, id)).body.may).toEqual(['leave'])
    expect((await stage.remove(leader, id, mate.testId)).body.code).toBe('teams_closed')
    expect((await stage.remove(leader, id, captain.testId)).status).toBe(200)
    expect(await stage.status(captain)).toBe('timeover')
    expect(await stage.status(mate)).toBe('wait')
    const left = (await stage.show(id)).body
    expect([left.members.length, left.gone, left.lines]).toEqual([2, 1, []])
    expect((await stage.remove(leader, id, captain.testId)).body.code).toBe('teams_closed')

    // People may leave during the check too; then the verdict must name the remaining members.
    await stage.decide(id, 'under_check')
    const before = (await stage.show(id)).body.members
    await stage.remove(await withNewSession(app, mate), id, mate.testId)
    const stale = before.map(({ test_id }) => ({ test_id, verdict: 'fits' as const, note: '' }))
    expect((await stage.decideAs(id, stale)).body.code).toBe('team_changed')
    await stage.decide(id, 'admitted', 'Двое ушли')
    const last = await withNewSession(app, people[2] as Person)
    expect((await stage.read(last, id)).body.may).toEqual([])

    const [judged, played, free] = again as [Person, Person, Person]
    const teamOf = async (one: Person) => (await stage.stage(await withNewSession(app, one)))?.extra_data.team_id ?? 0
    await sql`insert into hand_ins (team_id, stage_id, revision, data, arrived_at, form_version, receipt_number)
      select ${await teamOf(judged)}, ${stage.rulesId}, 1, '{}', now(), 1, 'T-2'`.execute(app.db)
    const decision = { outcome: 'passed' as const, account_id: judged.id, stage_id: stage.rulesId }
    const now = app.clock.now()
    await app.db
      .insertInto('stage_decisions')
      .values({ ...decision, decided_at: now, published_at: now })
      .execute()
    await app.db.insertInto('playoffs').values({ stage_id: stage.rulesId, seed: 'слово' }).execute()
    const entrant = await app.db
      .insertInto('playoff_entrants')
      .values({ stage_id: stage.rulesId, seed: 1, number: 1, team_id: await teamOf(played) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('playoff_matches')
      .values({
        stage_id: stage.rulesId,
        round: 1,
        place: 1,
        a: entrant.id,
        state: 'decided',
        outcome: 'a',
        published_at: now,
      })
      .execute()
    for (const one of [judged, played]) {
      const { body } = await stage.remove(await withNewSession(app, one), await teamOf(one), one.testId)
      expect([body.code, body.message]).toEqual([
        'teams_closed',
        'Менять состав команд сейчас нельзя. У команды уже есть результат',
      ])
    }
    expect((await stage.remove(await withNewSession(app, free), await teamOf(free), free.testId)).status).toBe(200)
  })

  test('KO-10 the oldest member follows a captain who no longer takes part, after the days set by the stage', async () => {
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

  test('KE-10 an invitation and a code are refused after the lock, with the reason', async () => {
    const stage = await aCheckedStage()
    const { id, captain } = await stage.full(aName(), 1)
    const [called, coded] = [await stage.person(), await stage.person()]
    await stage.invite(captain, id, called.testId)
    const code = await stage.code(captain, id)
    app.clock.set(afterEnd)
    for (const answer of [
      await stage.join(await withNewSession(app, called), id),
      await stage.join(await withNewSession(app, coded), id, code),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'teams_closed'])
  })
})

describe('at once', () => {
  const lockOf = (id: number) => (tx: Tx) => sql`select from formed_teams where id = ${id} for update`.execute(tx)

  test('TW-14 a member does not leave a team that is admitted while they leave', async () => {
    const stage = await aCheckedStage()
    const { id, people } = await stage.full(aName(), 2)
    const member = people[1] as Person
    const answer = await meetInOrder(app.db, {
      lock: lockOf(id),
      call: () => stage.remove(member, id, member.testId),
      meanwhile: (tx) =>
        sql`update formed_teams set verdict = 'admitted', verdict_at = now() where id = ${id}`.execute(tx),
    })
    expect(answer.body.code).toBe('teams_closed')
    expect((await stage.show(id)).body.members).toHaveLength(2)
  })

  test('TW-14 nobody is admitted unseen: a verdict and a split that wait while the members change are refused', async () => {
    const stage = await aCheckedStage()
    const { id, people } = await stage.full(aName(), 3)
    const gone = people[2] as Person
    await stage.show(id)
    const word = ({ testId }: Person) => ({ test_id: testId, verdict: 'fits' as const, note: '' })
    const answers = await meetInOrder(app.db, {
      lock: lockOf(id),
      call: () => Promise.all([stage.decideAs(id, people.map(word)), stage.split(id, aName(), [gone])]),
      meanwhile: (tx) =>
        sql`update formed_team_members set state = 'left' where team_id = ${id} and account_id = ${gone.id}`.execute(
          tx,
        ),
      waiting: 2,
    })
    expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual([
      'team_changed',
      'team_member_not_found',
    ])
  })

  test('TW-14 nobody joins a team that is sent to the check meanwhile', async () => {
    const stage = await aCheckedStage()
    const { id, captain } = await stage.full(aName(), 2)
    const code = await stage.code(captain, id)
    const comes = await stage.person()
    const answer = await meetInOrder(app.db, {
      lock: lockOf(id),
      call: () => stage.join(comes, id, code),
      meanwhile: (tx) =>
        sql`update formed_teams set verdict = 'under_check', verdict_at = now() where id = ${id}`.execute(tx),
    })
    expect(answer.body.code).toBe('teams_closed')
  })

  test('TW-14 people are put into no team that gets its verdict while teams are assembled', async () => {
    const stage = await aCheckedStage()
    const { id } = await stage.full(aName(), 2)
    await stage.look(await stage.person(), true)
    app.clock.set(afterEnd)
    const { fingerprint, teams } = (await stage.plan()).body
    expect(teams).toMatchObject([{ team_id: id }])
    const answer = await meetInOrder(app.db, {
      lock: lockOf(id),
      call: () => stage.assemble(fingerprint),
      meanwhile: (tx) =>
        sql`update formed_teams set verdict = 'admitted', verdict_at = now() where id = ${id}`.execute(tx),
    })
    expect((answer.body as { code?: string }).code).toBe('team_assembly_changed')
    expect((await stage.show(id)).body.members).toHaveLength(2)
  })
})
