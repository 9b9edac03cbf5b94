import { sql } from 'kysely'
import { byName, isFound } from '#server/people/participants/search-people.ts'
import type { Services } from '#server/services.ts'
import { partsOf } from '#server/stages/parts.ts'
import { readList } from '#server/stages/readings.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { PartMark } from '#shared/kinds/multiform/part-marks.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { multiformStage } from './multiform-stage.ts'

type Moments = Partial<Record<'started_at' | 'submitted_at' | 'passed_at' | 'failed_at' | 'returned_at', string | null>>

interface Row {
  test_id: number
  first_name: string
  last_name: string
  middle_name: string | null
  track_code: string | null
  facts: Record<string, Moments> | null
  spared: number[]
}

/** Everybody who has begun a part, by name, with their progress in each part. */
export async function listPeople(
  services: Services,
  place: { competition: string; code: string },
  { limit, offset, search = '' }: Page & { search?: string },
) {
  const { db, seasons, clock } = services
  const { season, whole } = multiformStage(await seasons.of(db, place.competition), place.code)
  const parts = partsOf(season.stages, whole)
  const ids = parts.map(({ id }) => id)
  const begun = sql`f.stage_id = any(${ids}::int[])
    and coalesce(f.started_at, f.submitted_at, f.passed_at, f.failed_at, f.returned_at) is not null`
  const from = sql`
    from participations p join accounts a on a.id = p.account_id
    where p.competition_code = ${season.code} and ${isFound(search)}
      and exists (select from stage_facts f where f.account_id = p.account_id and ${begun})`
  const { rows, count, as_of } = await readList(
    services,
    { competition: season.code, name: ['parts', whole.id, search], from },
    sql<Row>`
    select a.test_id, a.first_name, a.last_name, a.middle_name, p.track_code,
      (select json_object_agg(f.stage_id, json_build_object('started_at', f.started_at, 'submitted_at', f.submitted_at,
        'passed_at', f.passed_at, 'failed_at', f.failed_at, 'returned_at', f.returned_at))
        from stage_facts f where f.account_id = a.id and f.stage_id = any(${ids}::int[])) as facts,
      array(select m.stage_id from multiform_spared m where m.account_id = a.id and m.stage_id = any(${ids}::int[]))
        as spared
    ${from} order by ${byName} limit ${limit} offset ${offset}`,
  )
  const now = clock()
  return {
    parts: parts.map(({ id, code, title }) => ({ stage_id: id, code, title })),
    people: rows.map((row) => ({
      test_id: row.test_id,
      name: formalName(row),
      marks: parts.map((part) => markOf(part, row, now)),
    })),
    count,
    as_of,
  }
}

function markOf({ id, tracks, reopenings }: SeasonStage, { facts, spared, track_code }: Row, now: Date): PartMark {
  // Events before the part was reopened do not count.
  const since = reopenings.findLast(({ at }) => at <= now)?.at
  const of: Moments = Object.fromEntries(
    Object.entries(facts?.[id] ?? {}).filter(([, at]) => at && (!since || new Date(at) >= since)),
  )
  if (of.passed_at) return 'accepted'
  if (of.failed_at) return 'refused'
  if (of.submitted_at) return 'handed_in'
  if (of.returned_at) return 'returned'
  if (of.started_at) return 'begun'
  if (spared.includes(id)) return 'spared'
  return tracks.length > 0 && (track_code === null || !tracks.includes(track_code)) ? 'other' : 'none'
}
