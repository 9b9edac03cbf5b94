import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { marksAt } from '#server/judging/results.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { type Rule, stagesOf } from '#shared/cutoffs/rule.ts'
import type { Candidate } from '#shared/cutoffs/select-people.ts'

/** A candidate with the other data that the workbench shows. */
export interface Compared extends Candidate {
  /** Scores by the code of the stage. */
  parts: Record<string, number>
  /** The person, or the team whose work the stage decides about. */
  disqualified: boolean
  /** The published outcome at the stage that is decided. */
  settled: 'passed' | 'failed' | null
}

interface Row {
  id: number
  track: string | null
  region: string | null
  disqualified: boolean
}

/**
 * Everybody who came to the stages of the sum or to the stage that is decided, with raw results: unpublished ones count
 * too. The number of statements depends on the stages, not on the people.
 */
export async function readPeople(
  db: Db | Tx,
  season: { code: string; byCode: ReadonlyMap<string, SeasonStage> },
  decided: SeasonStage,
  rule: Rule,
  districtOf: ReadonlyMap<string, string>,
): Promise<{ people: Compared[]; judging: string[] }> {
  const stages = stagesOf(rule).flatMap((code) => season.byCode.get(code) ?? [])
  const ids = [...new Set([decided.id, ...stages.map(({ id }) => id)])]
  const tracks = rule.tracks.length > 0 ? rule.tracks : decided.tracks
  // Each statement reads one table by one index. The plan of a join would depend on the statistics of the database,
  // which are wrong for a stage whose works have all come within an hour.
  const { rows: facts } = await sql<{ account_id: number; settled: Compared['settled'] }>`
    select account_id, case when stage_id <> ${decided.id} then null
      when passed_at is not null then 'passed' when failed_at is not null then 'failed' end as settled
    from stage_facts
    where stage_id = any(${ids}::int[]) and (submitted_at is not null or passed_at is not null or failed_at is not null)`.execute(
    db,
  )
  const { scores, judging } = await readScores(db, stages)
  const lost = [decided, ...stages].some(isForTeams) ? await peopleWithLostResult(db, season.code) : new Set<number>()
  for (const { code } of stages.filter(isForTeams)) for (const person of lost) scores.get(code)?.delete(person)
  const came = new Set([
    ...facts.map(({ account_id }) => account_id),
    ...[...scores.values()].flatMap((of) => [...of.keys()]),
  ])
  const settled = new Map(
    facts.flatMap(({ account_id, settled: as }) => (as === null ? [] : [[account_id, as] as const])),
  )
  const { rows } = await sql<Row>`
    select account_id as id, track_code as track, region, disqualified_at is not null as disqualified
    from participations
    where account_id = any(${[...came]}::int[]) and competition_code = ${season.code} and door = 'participant'
      and (cardinality(${[...tracks]}::text[]) = 0 or track_code = any(${[...tracks]}::text[]))`.execute(db)
  const people = rows.map((row): Compared => {
    const parts = Object.fromEntries(
      [...scores].flatMap(([code, of]) => {
        const score = of.get(row.id)
        return score === undefined ? [] : [[code, score]]
      }),
    )
    return {
      ...{ ...row, parts },
      disqualified: row.disqualified || (isForTeams(decided) && lost.has(row.id)),
      settled: settled.get(row.id) ?? null,
      district: (row.region !== null && districtOf.get(row.region)) || null,
      score: sumOf(rule.scores, parts, rule.missing),
      second: sumOf(rule.second.scores, parts, rule.missing),
      tie: (rule.tie_stage !== '' && parts[rule.tie_stage]) || null,
    }
  })
  return { people, judging }
}

const isForTeams = ({ kind }: SeasonStage) => kind?.contract.work === 'team'

/**
 * The members of teams that have lost their result with a disqualified member: the team's result counts for nobody.
 * Looks among the given people, or among all in the competition.
 */
export async function peopleWithLostResult(
  db: Db | Tx,
  competition: string,
  ids: readonly number[] | null = null,
): Promise<Set<number>> {
  const { rows } = await sql<{ account_id: number }>`
    select m.account_id
    from stages s
    join team_standings w on w.stage_id = s.id and w.lost_at is not null
    join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
    where s.competition_code = ${competition} and s.type = 'teams_forming'
      and s.settings ->> 'on_disqualification' = 'loses'
      ${ids === null ? sql`` : sql`and m.account_id = any(${[...ids]}::int[])`}`.execute(db)
  return new Set(rows.map(({ account_id }) => account_id))
}

function sumOf(scores: Rule['scores'], parts: Record<string, number>, missing: Rule['missing']): number | null {
  const known = scores.filter(({ stage }) => parts[stage] !== undefined)
  if (known.length === 0 || (missing === 'out' && known.length < scores.length)) return null
  const sum = known.reduce((total, { stage, weight }) => total + weight * (parts[stage] ?? 0), 0)
  // Rounded, because errors of binary fractions must not separate equal sums.
  return Math.round(sum * 10_000) / 10_000
}

/** The score of each person at each of the stages, and the titles of stages where judges are still at work. */
async function readScores(db: Db | Tx, stages: readonly SeasonStage[]) {
  const byId = new Map(stages.map((stage) => [stage.id, stage]))
  const scores = new Map(stages.map(({ code }) => [code, new Map<number, number>()]))
  const ids = [...byId.keys()]
  const judgings = await db
    .selectFrom('judgings')
    .select(['stage_id', 'method', 'state'])
    .where('stage_id', 'in', [0, ...ids])
    .execute()
  for (const { stage_id, method } of judgings) {
    const marks = await marksAt(db, stage_id, method)
    const owners = await db
      .selectFrom('works as w')
      .leftJoin('formed_team_members as m', (join) =>
        join.onRef('m.team_id', '=', 'w.team_id').on('m.state', '=', 'active'),
      )
      .select(['w.id', sql<number | null>`coalesce(w.account_id, m.account_id)`.as('account_id')])
      .where('w.stage_id', '=', stage_id)
      .execute()
    const at = scores.get(byId.get(stage_id)?.code ?? '')
    for (const { id, account_id } of owners) {
      const mark = marks.get(id)
      if (mark && account_id !== null) at?.set(account_id, mark.final)
    }
  }
  // Results published at the end of a stage replace those that are worked out now.
  const results = await db
    .selectFrom('stage_results')
    .select(['account_id', 'stage_id', 'score'])
    .where('stage_id', 'in', [0, ...ids])
    .where('score', 'is not', null)
    .execute()
  for (const { account_id, stage_id, score } of results)
    scores.get(byId.get(stage_id)?.code ?? '')?.set(account_id, Number(score))
  // Where the kind publishes its scores itself, current scores replace the published ones; the kind publishes them
  // again when they change.
  for (const { id, code, kind } of stages)
    for (const [account, score] of (await kind?.rawScores?.(db, id)) ?? []) scores.get(code)?.set(account, score)
  return {
    scores,
    judging: judgings.flatMap(({ stage_id, state }) => (state === 'closed' ? [] : [byId.get(stage_id)?.title ?? ''])),
  }
}
