import { type RawBuilder, sql } from 'kysely'
import { plainQuery } from '#server/conformance/plain-call.ts'
import type { Db } from '#server/db.ts'
import { adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'

export type SeasonCaller = 'organiser' | 'expert'

export interface SeasonCall {
  key: string
  /** The path with its query. */
  url: string
  caller: SeasonCaller
}

/** The stage of `seedSeason` that a route of a stage asks for, by the path after the stage; the others ask for the essay. */
const stageOfPath: [RegExp, string][] = [
  [/^registration/, 'registration'],
  [/^rules/, 'rules'],
  [/^(form|review)/, 'form'],
  [/^questionnaire/, 'traits'],
  [/^test/, 'test'],
  [/^video/, 'interview'],
  [/^feedback/, 'feedback'],
  [/^multiform/, 'portfolio'],
  [/^(proposals|similarity)/, 'proposal'],
  [/^tracks/, 'track'],
  [/^team-marks/, 'marks'],
  [/^teams?/, 'teams'],
  [/^solutions/, 'solution'],
  [/^peer/, 'assessment'],
  [/^playoff/, 'debates'],
  [/^lesson/, 'lesson'],
  [/^event/, 'meeting'],
  [/^mentors|^matching/, 'final_mentor'],
  [/^meetings/, 'meetings'],
]

const bytes = 'no file of the season has bytes'
/** GETs of organisers and judges that a season of `seedSeason` cannot answer, each with its reason. */
export const notInSeason: Record<string, string> = {
  'GET /admin/competitions/:competition/exports/:export_id/file': bytes,
  'GET /admin/competitions/:competition/protocols/:number/files/:export_id': 'no document of a protocol is made',
  'GET /admin/competitions/:competition/protocols/:number/files/:export_id/file': bytes,
  'GET /admin/competitions/:competition/question-pictures/:file_id': bytes,
  'GET /admin/competitions/:competition/stages/:code/teams/:team_id/files/:file_id': bytes,
  'GET /admin/feedback/:id/files/:file_id': bytes,
  'GET /desk/teams/:team_id/files/:file_id': bytes,
  'GET /desk/works/:work_id/files/:file_id': bytes,
  'GET /desk/readings/:reading_id/files/:file_id': bytes,
  'GET /desk/works/:work_id/lesson/photos/:file_id': bytes,
  'GET /admin/competitions/:competition/stages/:code/teams-assembly':
    'its stage is closed, and nothing is assembled then',
  'GET /admin/competitions/:competition/stages/:code/tracks/allocation': 'its stage gives places at once',
  'GET /admin/competitions/:competition/stages/:code/regional-groups':
    'no kind of stage: only ru_season_5 of the demo has groups',
  'GET /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams': 'as above',
  'GET /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks': 'as above',
}

/** Every GET of organisers, experts and checkers, without those of `notInSeason`. */
export const consoleGets = (Object.entries(routes) as [string, RouteSpec][]).filter(
  ([key, { access }]) =>
    key.startsWith('GET ') && (access === 'assessor' || (adminFlags as readonly string[]).includes(access)),
)

/** The expert of the season who has every duty: reads, checks, judges matches and watches a team. */
export const expertOf = async (db: Db, competition: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select o.observer_id as id from team_observers o join stages s on s.id = o.stage_id
    where s.competition_code = ${competition} order by o.observer_id limit 1`.execute(db)
  return rows[0]?.id ?? 0
}

/** The calls of these routes in a season of `seedSeason`, with ids of what the caller may see. */
export async function seasonCalls(db: Db, competition: string): Promise<SeasonCall[]> {
  const expert = await expertOf(db, competition)
  const calls: SeasonCall[] = []
  for (const [key, spec] of consoleGets) {
    if (key in notInSeason) continue
    const path = key.slice(4)
    const after = path.split('/:code/')[1] ?? ''
    const code = stageOfPath.find(([of]) => of.test(after))?.[1] ?? 'essay'
    const values: Record<string, string> = { competition, code, number: '1' }
    for (const [, name = ''] of path.matchAll(/:(\w+)/g))
      values[name] ??= await idOf(db, name, { competition, expert, path })
    const query = {
      ...plainQuery(spec, { competition_code: competition, offset: 0, limit: 20 }),
      ...queries(values)[key],
    }
    if (key.includes('/cutoffs/comparison')) query.ids = await twoCutoffs(db, competition)
    const search = new URLSearchParams(query)
    const address = path.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? '')
    calls.push({
      key,
      url: `/api/v3${address}${search.size > 0 ? `?${search}` : ''}`,
      caller: spec.access === 'assessor' ? 'expert' : 'organiser',
    })
  }
  return calls
}

const stages = '/admin/competitions/:competition/stages/:code'
const queries = (_values: Record<string, string>): Record<string, Record<string, string>> => ({
  [`GET ${stages}/solutions/docx`]: { from: '1', to: '2147483647' },
  [`GET ${stages}/solutions/zip`]: { from: '1', to: '2147483647' },
  [`GET ${stages}/test/comparison`]: { control: 'test' },
  [`GET ${stages}/tracks/people/:test_id`]: { to: 'analytics' },
  'GET /admin/competitions/:competition/preview': { at: '2027-01-01 12:00' },
})

const twoCutoffs = async (db: Db, competition: string): Promise<string> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from cutoffs c join stages s on s.id = c.stage_id where s.competition_code = ${competition} limit 2`.execute(
    db,
  )
  return rows.map(({ id }) => id).join()
}

interface Asked {
  competition: string
  expert: number
  path: string
}

/** The statement that finds the value of a part of an address. */
const finders: Record<string, (asked: Asked) => RawBuilder<{ id: string | number }>> = {
  test_id: ({ competition, path }) =>
    path.includes('/duplicates/')
      ? sql`select a.test_id as id from participations p join accounts a on a.id = p.account_id
          where p.competition_code = ${competition} order by a.id limit 1`
      : sql`select a.test_id as id from track_places t join stages s on s.id = t.stage_id join accounts a on a.id = t.account_id
          where s.competition_code = ${competition} order by a.id limit 1`,
  other_id: ({ competition }) => sql`
    select a.test_id as id from participations p join accounts a on a.id = p.account_id
    where p.competition_code = ${competition} order by a.id offset 1 limit 1`,
  broadcast_id: ({ competition }) => sql`select id from broadcasts where competition_code = ${competition} limit 1`,
  bulk_act_id: ({ competition }) => sql`select id from bulk_acts where competition_code = ${competition} limit 1`,
  cutoff_id: ({ competition }) => sql`
    select c.id from cutoffs c join stages s on s.id = c.stage_id where s.competition_code = ${competition} order by c.id limit 1`,
  pair_id: ({ competition }) => sql`
    select p.id from similar_works p join works w on w.id = p.first_id join stages s on s.id = w.stage_id
    where s.competition_code = ${competition} order by p.id limit 1`,
  team_id: ({ competition, path }) => sql`
    select t.id from formed_teams t where t.competition_code = ${competition}
    order by ${path.startsWith('/admin')} or t.verdict is distinct from 'under_check', t.id limit 1`,
  observation_id: ({ competition, expert }) => sql`
    select o.id from team_observers o join stages s on s.id = o.stage_id
    where s.competition_code = ${competition} and o.observer_id = ${expert} order by o.id limit 1`,
  match_id: ({ competition, expert }) => sql`
    select m.id from playoff_judges j join playoff_matches m on m.id = j.match_id join stages s on s.id = m.stage_id
    where s.competition_code = ${competition} and j.judge_id = ${expert} order by m.id limit 1`,
  reading_id: ({ competition, expert }) => sql`
    select r.id from readings r join works w on w.id = r.work_id join stages s on s.id = w.stage_id
    where s.competition_code = ${competition} and s.code = 'essay' and r.judge_id = ${expert} order by r.id limit 1`,
  work_id: ({ competition, path }) =>
    path.endsWith('/appeal')
      ? sql`select p.work_id as id from appeals p join works w on w.id = p.work_id join stages s on s.id = w.stage_id
          where s.competition_code = ${competition} order by p.id limit 1`
      : sql`select w.id from works w join stages s on s.id = w.stage_id
          where s.competition_code = ${competition} and s.code = ${path.includes('/lesson') ? 'lesson_report' : 'form'}
          order by w.waits_since nulls last, w.id limit 1`,
  stage_id: ({ competition, path }) => sql`
    select id from stages where competition_code = ${competition}
      and code = ${path.startsWith('/desk/judging') ? 'essay' : path.startsWith('/desk/doors') ? 'meeting' : 'form'}`,
}

async function idOf(db: Db, name: string, asked: Asked): Promise<string> {
  const find = finders[name]
  if (!find) throw new Error(`${asked.path}: what is «${name}»? Name it in finders or in notInSeason`)
  const { rows } = await find(asked).execute(db)
  if (rows[0] === undefined) throw new Error(`${asked.path}: the season has no «${name}»`)
  return String(rows[0].id)
}
