import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { Verdict } from '#shared/review/checking/check.ts'

/** Shortly before the close, so that sessions of the tests are still valid after it. */
const start = '2026-12-01T09:58:00+03:00'
const afterEnd = '2026-12-01T10:00:01+03:00'
const at = '/admin/competitions/:competition/stages/:code' as const

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start, remembers: true })
  await loadDictionaries(app.db)
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

type Stage = Awaited<ReturnType<typeof aTeamStage>>
type Person = Awaited<ReturnType<Stage['person']>>
type Word = { test_id: number; verdict: 'fits' | 'unfit' | null; note: string; remark?: string }

/** A stage of teams of two or three, with checkers named by its organiser. */
async function aDesk(settings: Record<string, unknown> = { size_min: 2, size_max: 3 }) {
  const stage = await aTeamStage(app, settings)
  const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const params = { competition: stage.competition, code: 'teams' }
  const checker = async () => {
    const account = await anAccount(app, { isDemo: true })
    const { token } = await sessionOf(app, organiser)
    const named = await app.call(`POST ${at}/checkers`, { token, params, body: { email: account.email } })
    expect(named.status).toBe(200)
    return { ...account, token: (await sessionOf(app, account)).token }
  }
  const params_of = (team_id: number) => ({ team_id })
  const read = async (token: string, team_id: number) =>
    app.call('GET /desk/teams/:team_id', { token, params: params_of(team_id) })
  return {
    ...stage,
    organiser,
    params,
    checker,
    queue: async (token: string) =>
      (await app.call('GET /desk', { token })).body.queues.find(({ stage_id }) => stage_id === stage.stageId),
    next: async (token: string, after?: number) =>
      (
        await app.call('POST /desk/stages/:stage_id/next', {
          token,
          params: { stage_id: stage.stageId },
          body: after === undefined ? {} : { after },
        })
      ).body,
    works: (token: string, query: { state?: 'waits' | 'decided'; search?: string } = {}) =>
      app.call('GET /desk/stages/:stage_id/works', { token, params: { stage_id: stage.stageId }, query }),
    readOnDesk: read,
    /** Gives a verdict with the same word about every member, or with these words. */
    check: async (
      token: string,
      team_id: number,
      verdict: Verdict,
      { reason = '', words }: { reason?: string; words?: Word[] } = {},
    ) => {
      const members =
        words ??
        (await read(token, team_id)).body.team.members.map(
          ({ test_id }) => ({ test_id, verdict: 'fits', note: '' }) as Word,
        )
      return app.call('POST /desk/teams/:team_id/check', {
        token,
        params: params_of(team_id),
        body: { verdict, members, reason },
      })
    },
    async full(name: string, size = 2) {
      const people: Person[] = []
      for (let place = 0; place < size; place += 1) people.push(await stage.person())
      const [captain, ...others] = people as [Person, ...Person[]]
      const id = await stage.team(captain, name)
      const code = await stage.code(captain, id)
      for (const one of others) await stage.join(one, id, code)
      return { id, captain, people, code }
    },
  }
}

test('teams come to the queue of the desk once their composition is locked, and one checker at a time holds a team', async () => {
  const desk = await aDesk()
  const one = await desk.checker()
  const other = await desk.checker()
  const stranger = await anAccount(app, { isDemo: true })
  await app.db.insertInto('account_roles').values({ account_id: stranger.id, role: 'assessor' }).execute()
  const elsewhere = (await sessionOf(app, stranger)).token
  const first = await desk.full('Первые')
  const second = await desk.full('Вторые')
  await desk.full('Одинокие', 1)

  // A new checker sees the queue even while it is empty.
  expect(await desk.queue(one.token)).toMatchObject({ of: 'teams', left: 0, oldest: null })
  expect(await desk.next(one.token)).toEqual({ work_id: null, team_id: null })

  app.clock.set(afterEnd)
  expect(await desk.queue(one.token)).toMatchObject({
    of: 'teams',
    left: 2,
    mine: 0,
    oldest: '2026-12-01 10:00:00',
  })
  expect(await desk.queue(elsewhere)).toBeUndefined()
  expect((await desk.readOnDesk(elsewhere, first.id)).body).toMatchObject({ code: 'formed_team_not_found' })
  const given = await Promise.all([desk.next(one.token), desk.next(other.token)])
  expect(given.map(({ team_id }) => team_id).toSorted()).toEqual([first.id, second.id].toSorted())
  const own = given[0]?.team_id ?? 0
  expect((await desk.queue(one.token))?.mine).toBe(1)
  expect((await desk.readOnDesk(other.token, own)).body.state).toBe('taken')
  expect((await desk.check(other.token, own, 'accept')).body).toMatchObject({ code: 'work_taken' })
  // A team that is put aside comes again only after the others, and another checker holds those.
  expect(await desk.next(one.token, own)).toEqual({ work_id: null, team_id: null })
  expect((await desk.works(one.token)).body).toMatchObject({ of: 'teams', left: 2, count: 2 })
  expect((await desk.works(one.token, { search: 'Перв' })).body.works).toEqual([
    expect.objectContaining({ work_id: null, team_id: first.id, name: 'Команда «Первые»', verdict: null }),
  ])

  // An organiser sees the same number of waiting teams, and the review settings of the stage.
  const token = (await sessionOf(app, desk.organiser)).token
  const review = await app.call(`GET ${at}/review`, { token, params: desk.params })
  expect(review.body).toMatchObject({ of: 'teams', works: 3, waits: 2 })
  expect(JSON.stringify(review.body.form)).not.toContain('appeal_days')
  const duties = (await app.call('GET /user/duties', { token })).body.competitions
  expect(duties.find(({ code }) => code === desk.competition)).toMatchObject({ desk: { waits: 2 } })

  // A checker limited to a region sees no teams, because team members may be of any region.
  const { test_id } = await app.db
    .selectFrom('accounts')
    .select('test_id')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  const region = await app.db
    .selectFrom('dictionary_items')
    .select('id')
    .where('dict', '=', 'regions')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await app.call(`PUT ${at}/checkers/:test_id`, {
    token,
    params: { ...desk.params, test_id },
    body: { regions: [region.id] },
  })
  expect((await desk.readOnDesk(one.token, own)).status).toBe(404)
  expect((await desk.works(one.token)).body).toMatchObject({ left: 0, works: [] })
  expect(await desk.next(one.token)).toEqual({ work_id: null, team_id: null })
  expect(await desk.next(other.token, given[1]?.team_id ?? 0)).toEqual({ work_id: null, team_id: own })
})

test('a stage that admits complete teams automatically has no queue', async () => {
  const desk = await aDesk({ size_min: 2, size_max: 3, check: 'auto' })
  const token = (await sessionOf(app, desk.organiser)).token
  await desk.full('Сами')
  app.clock.set(afterEnd)
  expect(await desk.queue(token)).toBeUndefined()
  const review = await app.call(`GET ${at}/review`, { token, params: desk.params })
  expect(review.body).toMatchObject({ code: 'stage_not_found' })
})

describe('a verdict on a team', () => {
  test('names every member, and admits no team with an unfit or an unnamed member', async () => {
    const desk = await aDesk()
    const { token } = await desk.checker()
    const { id, people } = await desk.full('Зрячие')
    const [captain, member] = people as [Person, Person]
    app.clock.set(afterEnd)
    const words = (verdict: 'fits' | 'unfit'): Word[] => [
      { test_id: captain.testId, verdict: 'fits', note: '' },
      { test_id: member.testId, verdict, note: 'Паспорт просрочен' },
    ]
    const unseen = await desk.check(token, id, 'accept', { words: words('fits').slice(0, 1) })
    expect(unseen.body).toMatchObject({ code: 'team_changed' })
    const unfit = await desk.check(token, id, 'accept', { words: words('unfit') })
    expect(unfit.body).toMatchObject({ code: 'team_member_unfit' })
    expect((await desk.check(token, id, 'refuse')).body).toMatchObject({ code: 'verdict_without_reason' })
    const answer = await desk.check(token, id, 'accept', { words: words('fits') })
    expect(answer.body).toEqual({ outcome: 'accepted' })
    // A repeated request, as when the first answer was lost on the way.
    expect((await desk.check(token, id, 'accept', { words: words('fits') })).body).toEqual({ outcome: 'accepted' })
    expect((await desk.check(token, id, 'refuse', { reason: 'Передумал' })).body).toMatchObject({
      code: 'work_decided',
    })
    expect(await desk.stage(captain)).toMatchObject({ status: 'success' })
    const shown = await desk.readOnDesk(token, id)
    expect(shown.body).toMatchObject({ state: 'decided', checks: [{ verdict: 'accept', final: true, revision: null }] })
    expect((await desk.works(token, { state: 'decided' })).body.works).toEqual([
      expect.objectContaining({ team_id: id, verdict: 'accept' }),
    ])
    // The console shows the same team, with the words about its members.
    const console = await app.call(`GET ${at}/teams/:team_id`, {
      token: (await sessionOf(app, desk.organiser)).token,
      params: { ...desk.params, team_id: id },
    })
    expect(console.body).toMatchObject({
      state: 'admitted',
      members: [{ verdict: 'fits' }, { note: 'Паспорт просрочен' }],
    })
  })

  test('that refuses waits for a second look by another person', async () => {
    const desk = await aDesk()
    const [one, other] = [await desk.checker(), await desk.checker()]
    const { id, captain } = await desk.full('Спорные')
    app.clock.set(afterEnd)
    expect((await desk.check(one.token, id, 'refuse', { reason: 'Не те люди' })).body).toEqual({
      outcome: 'second_look',
    })
    expect(await desk.stage(captain)).toMatchObject({ status: 'wait' })
    expect(await desk.next(one.token)).toEqual({ work_id: null, team_id: null })
    expect((await desk.works(other.token)).body.works).toEqual([expect.objectContaining({ second_look: true })])
    expect((await desk.check(one.token, id, 'refuse', { reason: 'Не те люди' })).body).toEqual({
      outcome: 'second_look',
    })
    expect(await desk.next(other.token)).toEqual({ work_id: null, team_id: id })
    expect((await desk.readOnDesk(other.token, id)).body.checks.map(({ final }) => final)).toEqual([false, false])
    expect((await desk.check(other.token, id, 'refuse', { reason: 'Согласен' })).body).toEqual({ outcome: 'refused' })
    expect(await desk.stage(captain)).toMatchObject({ status: 'not_allowed', extra_data: { reason: 'Согласен' } })
  })

  test('that returns opens the team with remarks to its members, including newcomers; once corrected, the team waits again', async () => {
    const desk = await aDesk()
    const { token } = await desk.checker()
    const { id, captain, people, code } = await desk.full('Поправимые')
    const [, member] = people as [Person, Person]
    const late = await desk.person()
    app.clock.set(afterEnd)
    const words: Word[] = [
      { test_id: captain.testId, verdict: 'fits', note: '' },
      { test_id: member.testId, verdict: 'unfit', note: 'Спросить', remark: 'Нет согласия родителей' },
    ]
    expect((await desk.check(token, id, 'return', { words })).body).toEqual({ outcome: 'returned' })
    expect((await desk.queue(token))?.left).toBe(0)
    expect((await desk.works(token, { state: 'decided' })).body.works).toEqual([
      expect.objectContaining({ team_id: id, verdict: 'return' }),
    ])
    const page = (await desk.read(captain, id)).body
    expect(page.returned).toMatchObject({ remarks: [{ user_id: member.testId, text: 'Нет согласия родителей' }] })
    expect(JSON.stringify(page)).not.toContain('Спросить')
    expect(page.may).toContain('manage')
    expect(await desk.stage(captain)).toMatchObject({ status: 'in_progress' })
    expect((await desk.stage(captain))?.extra_data.reason).toContain('вернули на доработку')

    expect((await desk.remove(captain, id, member.testId)).status).toBe(200)
    const short = await app.call('POST /user/teams_formation/teams/:team_id/check', {
      token: captain.token,
      params: { team_id: id },
    })
    expect(short.body).toMatchObject({ code: 'team_incomplete' })
    app.clock.set('2026-12-01T10:01:00+03:00')
    expect((await desk.read(late, id, code)).body.may).toContain('join')
    expect((await desk.join(late, id, code)).body).toMatchObject({ standing: 'member' })
    const sent = () =>
      app.call('POST /user/teams_formation/teams/:team_id/check', { token: captain.token, params: { team_id: id } })
    expect((await sent()).body).toMatchObject({ state: 'under_check', returned: null })
    expect((await sent()).status).toBe(200)
    expect(await desk.stage(late)).toMatchObject({ status: 'wait' })

    expect(await desk.next(token)).toEqual({ work_id: null, team_id: id })
    const again = (await desk.readOnDesk(token, id)).body
    expect(again.checks.map(({ verdict }) => verdict)).toEqual(['return'])
    expect(again.team.members.map(({ test_id, fresh }) => [test_id, fresh])).toEqual([
      [captain.testId, false],
      [late.testId, true],
    ])
    expect((await desk.check(token, id, 'accept')).body).toEqual({ outcome: 'accepted' })
    expect(await desk.stage(late)).toMatchObject({ status: 'success' })
  })

  test('KE-10 that is returned shows its places as free, and a newcomer takes one that was counted for a person who left', async () => {
    const desk = await aDesk({ size_min: 3, size_max: 3 })
    const { token } = await desk.checker()
    const { id, captain, people, code } = await desk.full('Ушедшие', 3)
    const late = await desk.person()
    app.clock.set(afterEnd)
    const [, mate] = people as [Person, Person, Person]
    expect((await desk.remove(mate, id, mate.testId)).status).toBe(200)
    const kept = () =>
      app.db.selectFrom('formed_teams').select('gone_after_close').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await kept()).toEqual({ gone_after_close: 1 })
    expect((await desk.read(captain, id)).body).toMatchObject({ places_left: 1 })
    const words = (await desk.readOnDesk(token, id)).body.team.members.map(({ test_id }) => ({
      ...{ test_id, verdict: 'fits' as const, note: '', remark: 'Нужен третий' },
    }))
    expect((await desk.check(token, id, 'return', { words, reason: 'Нужен третий' })).body).toEqual({
      outcome: 'returned',
    })
    const page = (await desk.read(late, id, code)).body
    expect([page.places_left, page.may]).toEqual([1, expect.arrayContaining(['join'])])
    expect((await desk.join(late, id, code)).body).toMatchObject({ standing: 'member' })
    expect(await kept()).toEqual({ gone_after_close: 0 })
    expect((await desk.read(captain, id)).body).toMatchObject({ places_left: 0 })
  })

  test('that returns: a team that is not corrected in time waits again automatically', async () => {
    const desk = await aDesk()
    const one = await desk.checker()
    const { id } = await desk.full('Забывчивые')
    app.clock.set(afterEnd)
    await desk.check(one.token, id, 'return', { reason: 'Добавьте письмо' })
    expect((await desk.queue(one.token))?.left).toBe(0)
    app.clock.set('2026-12-04T10:00:02+03:00')
    const { token } = await sessionOf(app, one)
    expect(await desk.queue(token)).toMatchObject({ left: 1, oldest: '2026-12-04 10:00:01' })
    expect((await desk.check(token, id, 'accept')).body).toEqual({ outcome: 'accepted' })
  })

  test('is kept once when two checkers decide at once, and a checker’s draft is kept', async () => {
    const desk = await aDesk()
    const [one, other] = [await desk.checker(), await desk.checker()]
    const { id } = await desk.full('Одновременные')
    app.clock.set(afterEnd)
    const data = { verdict: null, remarks: [], reason_code: '', reason: '', note: 'Начал', members: [] }
    const save = (token: string, revision?: number) =>
      app.call('PUT /desk/teams/:team_id/draft', {
        token,
        params: { team_id: id },
        body: { data, ...(revision !== undefined && { revision }) },
      })
    expect((await save(one.token)).body).toMatchObject({ revision: 1 })
    expect((await save(one.token, 0)).body).toMatchObject({ code: 'draft_conflict' })
    expect((await save(other.token)).body).toMatchObject({ code: 'work_taken' })
    expect((await desk.readOnDesk(one.token, id)).body.draft).toMatchObject({ data: { note: 'Начал' } })
    await app.call('DELETE /desk/teams/:team_id/hold', { token: one.token, params: { team_id: id } })
    const answers = await Promise.all([
      desk.check(one.token, id, 'accept'),
      desk.check(other.token, id, 'return', { reason: 'Нет письма' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const kept = await app.db.selectFrom('team_checks').select('verdict').where('team_id', '=', id).execute()
    expect(kept).toHaveLength(1)
  })
})
