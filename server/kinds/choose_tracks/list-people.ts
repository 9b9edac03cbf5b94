import { sql } from 'kysely'
import { containing } from '#server/platform/db/containing.ts'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import { methodInWords } from '#shared/kinds/choose_tracks/allocate.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type Place, titleOf, trackStage } from './places.ts'
import type { TrackWay } from './tables.ts'

/** The tracks with their places, and how many people still have to choose. */
export async function trackOverview(services: Services, place: Place) {
  const { season, stage, settings } = await trackStage(services, place)
  const { rows } = await sql<{ code: string; given: number; asked: number; first: number }>`
    select t.code,
      (select count(*)::int from track_places l where l.stage_id = ${stage.id} and l.track_code = t.code) as given,
      (select count(*)::int from track_places l where l.stage_id = ${stage.id} and l.asked_code = t.code) as asked,
      (select count(*)::int from track_choices c
        where c.stage_id = ${stage.id} and c.track_code = t.code and c.priority = 1) as first
    from unnest(${settings.tracks.map(({ code }) => code)}::text[]) as t (code)`.execute(services.db)
  const counts = new Map(rows.map((row) => [row.code, row]))
  const { undecided, allocated_at } = await allocationState(services, place.competition, stage.id)
  const over = stage.closesAt !== null && stage.closesAt <= services.clock()
  return {
    mode: settings.mode,
    method: settings.mode === 'at_once' ? null : methodInWords(settings.mode, settings.whose),
    may_allocate: settings.mode !== 'at_once' && over && allocated_at === null,
    allocated_at: allocated_at && formatWire(allocated_at),
    closes_at: stage.closesAt && formatWire(stage.closesAt),
    undecided,
    tracks: settings.tracks.map(({ code, limit }) => ({
      ...{ code, limit, title: titleOf(season, code) },
      given: counts.get(code)?.given ?? 0,
      asked: counts.get(code)?.asked ?? 0,
      first: counts.get(code)?.first ?? 0,
    })),
  }
}

async function allocationState({ db }: Services, competition: string, stageId: number) {
  const { rows } = await sql<{ undecided: number; allocated_at: Date | null }>`
    select (select count(*)::int from participations p
        where p.competition_code = ${competition} and p.door = 'participant' and p.disqualified_at is null
          and not exists (select from track_places l where l.stage_id = ${stageId} and l.account_id = p.account_id)
          and not exists (select from track_choices c where c.stage_id = ${stageId} and c.account_id = p.account_id))
      as undecided,
      (select o.published_at from track_allocations o where o.stage_id = ${stageId}) as allocated_at`.execute(db)
  return rows[0] ?? { undecided: 0, allocated_at: null }
}

interface Row {
  test_id: number
  first_name: string
  last_name: string
  middle_name: string | null
  track_code: string | null
  asked_code: string | null
  way: TrackWay | null
  wishes: string[]
  found: number
}

/** Participants by name, with their track and the tracks that they have named. */
export async function listTrackPeople(
  services: Services,
  place: Place,
  { limit, offset, search = '', track = '' }: Page & { search?: string; track?: string },
) {
  const { season, stage } = await trackStage(services, place)
  const { rows, count } = await readFound(
    services.db,
    { limit, offset },
    (page) => sql<Row>`
    select a.test_id, a.first_name, a.last_name, a.middle_name, p.track_code, l.asked_code, l.way,
      array(select c.track_code from track_choices c where c.stage_id = ${stage.id} and c.account_id = a.id
        order by c.priority) as wishes,
      (count(*) over ())::int as found
    from participations p
    join accounts a on a.id = p.account_id
    left join track_places l on l.stage_id = ${stage.id} and l.account_id = a.id
    where p.competition_code = ${place.competition} and p.door = 'participant'
      and (${track} = '' or p.track_code = ${track} or l.asked_code = ${track})
      and (concat_ws(' ', a.last_name, a.first_name, a.middle_name) ilike ${containing(search)}
        or a.test_id::text = ${search.trim()})
    order by a.last_name, a.first_name, a.id
    limit ${page.limit} offset ${page.offset}`,
  )
  return {
    count,
    people: rows.map(({ test_id, track_code, asked_code, way, wishes, ...name }) => ({
      ...{ test_id, way, name: formalName(name), track: track_code },
      asked: asked_code && titleOf(season, asked_code),
      wishes: wishes.map((code) => titleOf(season, code)),
    })),
  }
}
