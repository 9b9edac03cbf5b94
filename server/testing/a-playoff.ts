import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { ParamsOf } from '#shared/platform/api/route.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { aCompetition, takesPart } from './a-competition.ts'
import { anAccount, sessionOf } from './an-account.ts'
import type { TestApp } from './test-app.ts'

export const playoffStart = new Date('2026-11-21T12:00:00+03:00')
const minute = 60_000
const at = '/admin/competitions/:competition/stages/:code/playoff' as const

type Schedule = Partial<{
  starts_at: string | null
  minutes: number
  room: string
  link: string
  task: string
  judges: number[]
  revision: number
}>

/** A stage with a bracket for people who have passed the test before it. */
export async function aPlayoff(app: TestApp, settings: Record<string, unknown> = {}) {
  app.clock.set(playoffStart)
  const { code, stageIds } = await aCompetition(app.db, {
    test: { type: 'essay', title: 'Отбор', settings: { task: 'О решении', min_words: 1, max_words: 500, file: true } },
    playoff: {
      type: 'playoff',
      title: 'Дебаты',
      settings: {
        ...{ entrants_of: 'test', rating_of: 'test', judges: '3', third_place: true, size: 16 },
        criteria: [
          { title: 'Доводы', max: 10, weight: 1 },
          { title: 'Речь', max: 10, weight: 1 },
        ],
        ...settings,
      },
    },
    after: { type: 'essay', title: 'После', requires: ['playoff'], settings: { task: 'О себе', min_words: 1 } },
  })
  const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const params = { competition: code, code: 'playoff' }
  const tokens = new Map<string, string>()
  /** A token of ten minutes by the clock of the test. */
  async function tokenOf(who: { email: string }) {
    const key = `${who.email} ${Math.floor(app.clock.now().getTime() / (5 * minute))}`
    const token = tokens.get(key) ?? (await sessionOf(app, who)).token
    tokens.set(key, token)
    return token
  }

  const read = async () => (await app.call(`GET ${at}`, { token: await tokenOf(organiser), params })).body
  const match = async (round: number, place: number) => {
    const found = (await read()).matches.find((one) => one.round === round && one.place === place)
    if (!found) throw new Error(`no match ${round}/${place}`)
    return found
  }
  const draw = async (act: 'preview' | 'renew' | 'publish', seen: { seed?: string; entrants?: number } = {}) =>
    app.call(`POST ${at}/draw`, { token: await tokenOf(organiser), params, body: { act, ...seen } })
  const act = async (round: number, place: number, body: Record<string, unknown> & { act: string }) =>
    app.call(`POST ${at}/matches/:match_id`, {
      token: await tokenOf(organiser),
      params: { ...params, match_id: (await match(round, place)).match_id },
      body: body as never,
    })
  const schedule = async (round: number, place: number, wanted: Schedule = {}) => {
    const { match_id, revision, judges } = await match(round, place)
    return app.call(`PUT ${at}/matches/:match_id`, {
      token: await tokenOf(organiser),
      params: { ...params, match_id },
      body: {
        ...{ revision, starts_at: inMinutes(30), minutes: 20, room: '', link: '', task: '' },
        ...{ judges: judges.map(({ test_id }) => test_id), ...wanted },
      },
    })
  }
  const inMinutes = (minutes: number) => formatWire(new Date(app.clock.now().getTime() + minutes * minute))

  function judgeCalls(who: { email: string }) {
    const call = async (id: number) => ({ token: await tokenOf(who), params: { match_id: id } })
    return {
      list: async () => app.call('GET /desk/matches', { token: await tokenOf(who) }),
      read: async (id: number) => app.call('GET /desk/matches/:match_id', await call(id)),
      draft: async (id: number, marks: Record<string, number>, revision?: number) =>
        app.call('PUT /desk/matches/:match_id/draft', {
          ...(await call(id)),
          body: {
            marks,
            comment_a: 'Черновик',
            comment_b: '',
            favours: null,
            ...(revision !== undefined && { revision }),
          },
        }),
      mark: async (id: number, a: number, b: number, more: Record<string, unknown> = {}) =>
        app.call('POST /desk/matches/:match_id/marks', {
          ...(await call(id)),
          body: {
            marks: { a_c1: a, a_c2: a, b_c1: b, b_c2: b },
            ...{ comment_a: 'Сильное начало', comment_b: 'Точный вывод', favours: 'a' as const, ...more },
          },
        }),
      decline: async (id: number, knows: ('a' | 'b')[] = []) =>
        app.call('POST /desk/matches/:match_id/abstention', {
          ...(await call(id)),
          body: { reason: 'Работали вместе', knows },
        }),
    }
  }

  return {
    code,
    params,
    stageId: stageIds.playoff,
    testId: stageIds.test,
    organiser,
    tokenOf,
    read,
    match,
    draw,
    act,
    schedule,
    inMinutes,
    drop: async (entrant_id: number, body: { reason: string; lucky: boolean; preview?: boolean }) =>
      app.call(`POST ${at}/entrants/:entrant_id/drop`, {
        token: await tokenOf(organiser),
        params: { ...params, entrant_id } as ParamsOf<`POST ${typeof at}/entrants/:entrant_id/drop`, never>,
        body,
      }),
    /** People who have passed the previous stage, the first with the best rating. */
    async people(count: number, given: Parameters<typeof anAccount>[1] = {}) {
      const made = []
      for (let number = 0; number < count; number++) {
        const account = await anAccount(app, given)
        await takesPart(app.db, account.id, code, 'main', app.clock.now())
        const of = { account_id: account.id, stage_id: stageIds.test }
        await app.db
          .insertInto('stage_facts')
          .values({ ...of, passed_at: playoffStart })
          .execute()
        await app.db
          .insertInto('stage_results')
          .values({ ...of, score: 90 - number, computed_at: playoffStart })
          .execute()
        made.push(account)
      }
      return made
    },
    async judges(count: number, given: { employer?: string; region?: string } = {}) {
      const made = []
      for (let number = 0; number < count; number++) {
        const account = await anAccount(app)
        const duty = { stage_id: stageIds.playoff, duty: 'judge' as const, region: given.region ?? null }
        await app.db
          .transaction()
          .execute((tx) =>
            giveDuty(
              tx,
              account.id,
              { ...duty, employer: given.employer ?? '' },
              { by: organiser.id, at: playoffStart },
            ),
          )
        made.push({ ...account, ...judgeCalls(account) })
      }
      return made
    },
    judgeCalls,
    /** Publishes the bracket of the preview. */
    async drawn() {
      const seen = (await draw('preview')).body
      return draw('publish', { seed: seen.draw.seed, entrants: seen.entrants.length })
    },
    page: async (who: { email: string }) =>
      app.call('GET /user/stages/:stage_id/playoff', {
        token: await tokenOf(who),
        params: { stage_id: stageIds.playoff },
      }),
    /** What the page of the stage shows before it opens; null afterwards. */
    ahead: async (who: { email: string }) =>
      (
        await app.call('GET /user/stages/:stage_id', {
          token: await tokenOf(who),
          params: { stage_id: stageIds.playoff },
        })
      ).body.ahead,
    async status(who: { email: string }, stage = 'playoff') {
      const { body } = await app.call('GET /user/user-stages', {
        token: await tokenOf(who),
        query: { competition_code: code, track: 'main' },
      })
      const stages = (body as { stages: { code: string; status: string; extra_data: { reason: string } }[] }).stages
      const found = stages.find((one) => one.code === stage)
      return { status: found?.status, reason: found?.extra_data.reason }
    },
  }
}
