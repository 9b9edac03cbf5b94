import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { minEntrants, playOut, roundsOf } from '#shared/kinds/playoff/bracket.ts'
import { seedsOf } from '#shared/kinds/playoff/draw.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { Criterion } from '#shared/stages/rubric.ts'
import { type PlayoffSettings, playoffOf, playoffStage, updateBracket } from './bracket-store.ts'
import { tellDrawn } from './notices.ts'
import type { PlayoffRules } from './tables.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

interface CandidateRow {
  number: number
  account_id: number | null
  team_id: number | null
  name: string
  rating: number | null
}

/** The people or teams who have passed the previous stage and still take part, with their rating. */
export async function candidatesFor(db: Db | Tx, season: Season, settings: PlayoffSettings): Promise<CandidateRow[]> {
  const before = season.byCode.get(settings.entrants_of)
  if (!before) return []
  const rated = season.byCode.get(settings.rating_of)?.id ?? 0
  const takesPart = sql`join participations p on p.account_id = f.account_id and p.competition_code = ${season.code}
    and p.door = 'participant' and p.disqualified_at is null and p.withdrawn_at is null`
  if (settings.entrants === 'people') {
    const { rows } = await sql<CandidateRow & { first_name: string; last_name: string }>`
      select a.test_id as number, a.id as account_id, null as team_id, r.score::float as rating, a.first_name, a.last_name
      from stage_facts f ${takesPart}
      join accounts a on a.id = f.account_id
      left join stage_results r on r.account_id = f.account_id and r.stage_id = ${rated}
      where f.stage_id = ${before.id} and f.passed_at is not null
      order by a.test_id`.execute(db)
    return rows.map((row) => ({ ...row, name: fullName(row) || `Участник ${row.number}` }))
  }
  const { rows } = await sql<CandidateRow>`
    select t.id as number, null as account_id, t.id as team_id, t.name, avg(r.score)::float as rating
    from formed_teams t
    join formed_team_members f on f.team_id = t.id and f.state = 'active' ${takesPart}
    left join stage_results r on r.account_id = f.account_id and r.stage_id = ${rated}
    where t.competition_code = ${season.code} and t.dissolved_at is null
      and exists (
        select from team_standings w where w.team_id = t.id and w.refused_at is null
          and (w.stage_id = ${before.id} and w.admitted_at is not null or exists (
            select from formed_team_members m join stage_facts o on o.account_id = m.account_id
            where m.team_id = t.id and m.state = 'active' and o.stage_id = ${before.id} and o.passed_at is not null)))
    group by t.id order by t.id`.execute(db)
  return rows
}

/** The candidates in the order of their seeds, at most as many as there are places. */
export function seeded(candidates: readonly CandidateRow[], settings: PlayoffSettings, seed: string): CandidateRow[] {
  const { size, seeding, rating_of: rated } = settings
  // The rating decides who gets a place, even where the places are then drawn.
  const best =
    rated === '' || candidates.length <= size ? candidates : seedsOf(candidates, 'rating', seed, sha256).slice(0, size)
  return seedsOf(best, seeding, seed, sha256)
}

export interface DrawAct {
  act: 'preview' | 'renew' | 'publish'
  /** The seed and the number of entrants that the organiser has seen. */
  seed?: string
  entrants?: number
}

/** Draws a new seed, previews its bracket, or publishes the bracket once and for all. */
export async function drawBracket(services: Services, actorId: number, place: Place, act: DrawAct) {
  const { season, stage, settings } = await playoffStage(services, place)
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('playoffs')
      .values({ stage_id: stage.id, seed: newSeed() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.selectFrom('playoffs').select('stage_id').where('stage_id', '=', stage.id).forUpdate().execute()
    let playoff = await playoffOf(tx, stage.id)
    if (!playoff || playoff.drawn_at) throw new Refusal('playoff_drawn')
    if (act.act === 'renew') {
      await tx
        .updateTable('playoffs')
        .set((is) => ({ seed: newSeed(), throws: is('throws', '+', 1) }))
        .where('stage_id', '=', stage.id)
        .execute()
      await audited(tx, actorId, place, 'playoff_thrown', [])
      playoff = (await playoffOf(tx, stage.id)) ?? playoff
    }
    const candidates = await candidatesFor(tx, season, settings)
    if (candidates.length < minEntrants) throw new Refusal('playoff_too_few', { values: { count: candidates.length } })
    if (candidates.length > settings.size && settings.rating_of === '')
      throw new Refusal('playoff_too_many', { values: { count: candidates.length, size: settings.size } })
    const seeds = seeded(candidates, settings, playoff.seed)
    if (act.act === 'publish') {
      if (settings.criteria.length === 0) throw new Refusal('playoff_no_criteria')
      if (act.seed !== playoff.seed || act.entrants !== seeds.length) throw new Refusal('playoff_changed')
      await publish(tx, { stageId: stage.id, actorId, seeds, rules: rulesOf(settings) }, now)
      const { loaded } = await updateBracket(tx, stage.id, now)
      await audited(tx, actorId, place, 'playoff_drawn', [{ field: 'seed', title: `Слово жребия: ${playoff.seed}` }])
      await tellDrawn(tx, services, stage, loaded)
    }
    return {
      published: act.act === 'publish',
      draw: {
        ...{ seed: playoff.seed, throws: playoff.throws, seeding: settings.seeding },
        drawn_at: act.act === 'publish' ? formatWire(now) : null,
      },
      entrants: seeds.map(({ number, name, rating }, at) => ({ seed: at + 1, number, name, rating })),
      rounds: roundsOf(seeds.length),
      byes: 2 ** roundsOf(seeds.length) - seeds.length,
    }
  })
}

const newSeed = () => randomBytes(8).toString('hex')

export function rulesOf(settings: PlayoffSettings): PlayoffRules {
  return {
    ...{ seeding: settings.seeding, third: settings.third_place, lucky: settings.lucky_loser, passes: settings.passes },
    ...{ judges: Number(settings.judges), no_show_minutes: settings.no_show_minutes },
    tie_break: [...new Set(settings.tie_break), 'chair' as const],
    criteria: settings.criteria.map(
      ({ title, hint = '', max, weight }, at): Criterion => ({
        ...{ code: `c${at + 1}`, title, hint, max, weight, required: true, levels: [] },
      }),
    ),
  }
}

interface Published {
  stageId: number
  actorId: number | null
  seeds: readonly CandidateRow[]
  rules: PlayoffRules
}

/** Writes the bracket with all its entrants. */
export async function publish(tx: Tx, { stageId, actorId, seeds, rules }: Published, now: Date): Promise<void> {
  await tx
    .updateTable('playoffs')
    .set({ drawn_at: now, drawn_by: actorId, entrants: seeds.length, rules: JSON.stringify(rules) })
    .where('stage_id', '=', stageId)
    .execute()
  const entrants = await tx
    .insertInto('playoff_entrants')
    .values(
      seeds.map(({ number, team_id, rating }, at) => ({ stage_id: stageId, seed: at + 1, number, team_id, rating })),
    )
    .returning(['id', 'seed'])
    .execute()
  const people = entrants.flatMap(({ id, seed }) => {
    const account_id = seeds[seed - 1]?.account_id
    return account_id == null ? [] : [{ entrant_id: id, stage_id: stageId, account_id }]
  })
  if (people.length > 0) await tx.insertInto('playoff_people').values(people).execute()
  await tx
    .insertInto('playoff_matches')
    .values(
      playOut({ entrants: seeds.length, third: rules.third }, new Map(), new Map()).map(({ round, place }) => ({
        ...{ stage_id: stageId, round, place },
      })),
    )
    .execute()
}
