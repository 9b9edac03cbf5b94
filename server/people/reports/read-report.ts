import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { type BegunStep, begunSteps, reachedOf } from '#server/people/participants/step.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { groupType } from '#shared/stages/tree.ts'
import { stepsOf } from './steps.ts'

export interface Narrowed {
  track?: string
  region?: string
}

/** The number of people of a track, of a region, or who joined on a day; `of` tells which. */
interface Total {
  of: 'track' | 'region' | 'day'
  track: string | null
  region: string | null
  day: string | null
  people: number
}

/**
 * The season in numbers: one scan of the participations and one of the facts. Only people with the door `participant`
 * count as participants; the list of people with the same filter has as many.
 */
export async function readReport(services: Services, competition: string, narrowed: Narrowed) {
  const { db, seasons } = services
  const season = await seasonOf(db, seasons, competition)
  const stages = season.stages.filter(({ type }) => type !== groupType)
  const { groups, totals, steps, regions } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      groups: await countGroups(tx, competition, narrowed),
      totals: await countArrivals(tx, competition, narrowed),
      steps: await countSteps(tx, competition, narrowed, stages),
      regions: await allRegions(tx),
    }))
  const byTrack = new Map(totals.filter(({ of }) => of === 'track').map((row) => [row.track, row.people]))
  const byRegion = new Map(totals.filter(({ of }) => of === 'region').map((row) => [row.region, row.people]))
  const known = new Set(regions.map(({ id }) => id))
  return {
    title: season.title,
    ...groups,
    stages: stages.map((stage) => {
      const people = peopleOf(stage, byTrack)
      const { code, title } = stage
      return { code, title, kind_title: titleOf(stage), people, steps: stepsOf(people, steps.get(stage.id) ?? []) }
    }),
    days: totals
      .filter(({ of }) => of === 'day')
      .map(({ day, people }) => ({ day: day ?? '', people }))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    districts: [...Map.groupBy(regions, ({ district }) => district)].map(([name, items]) => ({
      name,
      regions: items.map(({ id, name: region }) => ({ id, name: region, people: byRegion.get(id) ?? 0 })),
    })),
    elsewhere: [...byRegion].reduce(
      (sum, [region, people]) => (region !== null && known.has(region) ? sum : sum + people),
      0,
    ),
    choices: {
      tracks: season.tracks.map(({ code, title }) => ({ id: code, value: title })),
      regions: regions.map(({ id, name }) => ({ id, value: name })),
    },
  }
}

export const titleOf = ({ kind, type }: SeasonStage): string => kind?.contract.title ?? type

/** The number of participants for whom a stage is meant. */
const peopleOf = ({ tracks }: SeasonStage, byTrack: ReadonlyMap<string | null, number>): number =>
  tracks.length === 0
    ? [...byTrack.values()].reduce((sum, people) => sum + people, 0)
    : tracks.reduce((sum, track) => sum + (byTrack.get(track) ?? 0), 0)

const narrow = ({ track, region }: Narrowed): RawBuilder<unknown> => sql`
  ${track === undefined ? sql`true` : sql`p.track_code = ${track}`}
  and ${region === undefined ? sql`true` : sql`p.region = ${region}`}`

async function countGroups(tx: Tx, competition: string, narrowed: Narrowed) {
  const { rows } = await sql<Record<'people' | 'supporters' | 'finalists' | 'disqualified', number>>`
    select count(*) filter (where p.door = 'participant')::int as people,
      count(*) filter (where p.door = 'supporter')::int as supporters,
      count(*) filter (where p.finalist_at is not null)::int as finalists,
      count(*) filter (where p.disqualified_at is not null)::int as disqualified
    from participations p where p.competition_code = ${competition} and ${narrow(narrowed)}`.execute(tx)
  return rows[0] ?? { people: 0, supporters: 0, finalists: 0, disqualified: 0 }
}

async function countArrivals(tx: Tx, competition: string, narrowed: Narrowed): Promise<Total[]> {
  const { rows } = await sql<Total>`
    select case when grouping(track) = 0 then 'track' when grouping(region) = 0 then 'region' else 'day' end as of,
      track, region, day::text as day, count(*)::int as people
    from (
      select p.track_code as track, p.region, (p.joined_at at time zone 'Europe/Moscow')::date as day
      from participations p
      where p.competition_code = ${competition} and p.door = 'participant' and ${narrow(narrowed)}
    ) as arrived
    group by grouping sets ((track), (region), (day))`.execute(tx)
  return rows
}

type StageCount = Record<BegunStep, number> & { stage_id: number; track: string | null }

/**
 * How many people are at each step of each stage. Facts at a stage of another track do not count: they are kept, but
 * hidden. The tracks are filtered here and not by a condition, so that PostgreSQL can count in parallel processes.
 */
async function countSteps(tx: Tx, competition: string, narrowed: Narrowed, stages: readonly SeasonStage[]) {
  const { rows } = await sql<StageCount>`
    select f.stage_id, p.track_code as track, ${reachedOf}
    from stage_facts f join participations p on p.account_id = f.account_id
    where f.stage_id = any(${stages.map(({ id }) => id)}::int[])
      and p.competition_code = ${competition} and p.door = 'participant' and ${narrow(narrowed)}
    group by f.stage_id, p.track_code`.execute(tx)
  const byStage = Map.groupBy(rows, ({ stage_id }) => stage_id)
  const meantFor = ({ id, tracks }: SeasonStage) =>
    (byStage.get(id) ?? []).filter(({ track }) => tracks.length === 0 || tracks.some((each) => each === track))
  return new Map(stages.map((stage) => [stage.id, standingIn(meantFor(stage))]))
}

/** People at each step: those who have reached it minus those who have reached the next one. */
function standingIn(counts: readonly StageCount[]): { step: BegunStep; people: number }[] {
  const sum = (step: BegunStep | undefined) => (step ? counts.reduce((all, row) => all + row[step], 0) : 0)
  return begunSteps.map((step, at) => ({ step, people: sum(step) - sum(begunSteps[at + 1]) }))
}

async function allRegions(tx: Tx) {
  const { rows } = await sql<{ id: string; name: string; district: string }>`
    select id, value as name, coalesce(fo, 'Без округа') as district from dictionary_items
    where dict = 'regions' and competition_code is null and not retired order by sort, value`.execute(tx)
  return rows
}
