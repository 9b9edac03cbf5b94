import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { isStageFor, stepOf } from '#server/people/participants/step.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { type StageStep, waitingAges } from '#shared/people/participants/audience.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { titleOf } from './read-report.ts'
import { noSteps, type Steps } from './steps.ts'

interface Row {
  of: 'track' | 'region'
  track: string | null
  region: string | null
  step: StageStep
  people: number
}

/** A stage in numbers: by track, by region, the time that people needed, and how long works wait for a decision. */
export async function readStageReport(
  services: Services,
  { competition, code }: { competition: string; code: string },
) {
  const { db, seasons, dictionaries, clock } = services
  const season = await seasonOf(db, seasons, competition)
  const stage = season.byCode.get(code)
  if (!stage) throw new Refusal('stage_not_found')
  const regions = (await dictionaries.now(db)).byName.get('regions')?.byId
  const [rows, minutes, waiting] = [
    await countRows(db, stage),
    await readMinutes(db, stage),
    await countWaiting(db, stage, clock()),
  ]
  const tracks = new Map(season.tracks.map(({ code: track, title }) => [track, title]))
  const byTrack = gather(rows, 'track')
  const steps = noSteps()
  for (const [, of] of byTrack) for (const [step, people] of entries(of)) steps[step] += people
  return {
    competition_title: season.title,
    title: stage.title,
    kind_title: titleOf(stage),
    published: stage.published,
    opens_at: stage.opensAt && formatWire(stage.opensAt),
    closes_at: stage.closesAt && formatWire(stage.closesAt),
    people: sumOf(steps),
    steps,
    tracks: listed(byTrack, (id) => (id === null ? 'Без трека' : (tracks.get(id) ?? id))),
    regions: listed(gather(rows, 'region'), (id) =>
      id === null ? 'Регион не указан' : (regions?.get(id)?.[0]?.value ?? id),
    ).toSorted((one, other) => other.people - one.people),
    minutes,
    waiting,
  }
}

const entries = (steps: Steps) => Object.entries(steps) as [StageStep, number][]
const sumOf = (steps: Steps) => Object.values(steps).reduce((sum, people) => sum + people, 0)

function gather(rows: readonly Row[], by: 'track' | 'region'): Map<string | null, Steps> {
  const found = new Map<string | null, Steps>()
  for (const row of rows.filter(({ of }) => of === by)) {
    const steps = found.get(row[by]) ?? noSteps()
    steps[row.step] += row.people
    found.set(row[by], steps)
  }
  return found
}

const listed = (of: Map<string | null, Steps>, title: (id: string | null) => string) =>
  [...of].map(([id, steps]) => ({ id, title: title(id), people: sumOf(steps), steps }))

async function countRows(db: Db | Tx, stage: SeasonStage): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select case when grouping(track) = 0 then 'track' else 'region' end as of, track, region, step, count(*)::int as people
    from (
      select p.track_code as track, p.region, ${stepOf} as step ${thoseOf(stage)}
    ) as people
    group by grouping sets ((track, step), (region, step))`.execute(db)
  return rows
}

const thoseOf = (stage: SeasonStage) => sql`
  from participations p
  left join stage_facts f on f.account_id = p.account_id and f.stage_id = ${stage.id}
  where p.competition_code = ${stage.competitionCode} and p.door = 'participant' and ${isStageFor(stage)}`

async function readMinutes(db: Db | Tx, stage: SeasonStage) {
  const { rows } = await sql<{ people: number; half: number; most: number }>`
    select count(*)::int as people, percentile_cont(0.5) within group (order by minutes) as half,
      percentile_cont(0.9) within group (order by minutes) as most
    from (
      select extract(epoch from f.submitted_at - f.started_at)::float8 / 60 as minutes ${thoseOf(stage)}
        and f.submitted_at > f.started_at
    ) as needed`.execute(db)
  const found = rows[0]
  return found && found.people > 0 ? { ...found, half: round(found.half), most: round(found.most) } : null
}

const round = (minutes: number) => Math.round(minutes * 10) / 10

async function countWaiting(db: Db | Tx, stage: SeasonStage, now: Date) {
  const bounds = waitingAges.map(({ from }) => from).filter((from) => from > 0)
  const { rows } = await sql<{ age: number; people: number }>`
    select width_bucket(extract(epoch from ${now} - f.submitted_at)::float8 / 60, ${bounds}::float8[]) as age,
      count(*)::int as people
    ${thoseOf(stage)} and ${stepOf} = 'handed_in'
    group by 1`.execute(db)
  const byAge = new Map(rows.map(({ age, people }) => [age, people]))
  return waitingAges.map(({ id, title }, age) => ({ id, title, people: byAge.get(age) ?? 0 }))
}
