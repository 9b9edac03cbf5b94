import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { byName, isFound } from '#server/people/participants/search-people.ts'
import type { Services } from '#server/services.ts'
import { readList } from '#server/stages/readings.ts'
import { methodInWords } from '#shared/kinds/choose_tracks/allocate.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type Place, titleOf, trackStage } from './places.ts'
import type { TrackWay } from './tables.ts'

/** The tracks with their places, and how many people still have to choose. */
export async function trackOverview(services: Services, place: Place) {
  const { season, stage, settings } = await trackStage(services, place)
  const { competition } = place
  const codes = settings.tracks.map(({ code }) => code)
  const { as_of, rows, undecided } = await services.readings.figures({
    competition,
    name: `tracks ${stage.id}`,
    read: async (db) => ({
      rows: await countChoices(db, stage.id, codes),
      undecided: await countUndecided(db, competition, stage.id),
    }),
  })
  const allocation = await services.db
    .selectFrom('track_allocations')
    .select('published_at')
    .where('stage_id', '=', stage.id)
    .executeTakeFirst()
  const allocated_at = allocation?.published_at ?? null
  const counts = new Map(rows.map((row) => [row.code, row]))
  const over = stage.closesAt !== null && stage.closesAt <= services.clock()
  return {
    as_of,
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

async function countChoices(db: Db, stageId: number, codes: string[]) {
  const { rows } = await sql<{ code: string; given: number; asked: number; first: number }>`
    select t.code,
      (select count(*)::int from track_places l where l.stage_id = ${stageId} and l.track_code = t.code) as given,
      (select count(*)::int from track_places l where l.stage_id = ${stageId} and l.asked_code = t.code) as asked,
      (select count(*)::int from track_choices c
        where c.stage_id = ${stageId} and c.track_code = t.code and c.priority = 1) as first
    from unnest(${codes}::text[]) as t (code)`.execute(db)
  return rows
}

async function countUndecided(db: Db, competition: string, stageId: number): Promise<number> {
  const { rows } = await sql<{ undecided: number }>`
    select count(*)::int as undecided from participations p
    where p.competition_code = ${competition} and p.door = 'participant' and p.disqualified_at is null
      and not exists (select from track_places l where l.stage_id = ${stageId} and l.account_id = p.account_id)
      and not exists (select from track_choices c where c.stage_id = ${stageId} and c.account_id = p.account_id)
    `.execute(db)
  return rows[0]?.undecided ?? 0
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
}

/** Participants by name, with their track and the tracks that they have named. */
export async function listTrackPeople(
  services: Services,
  place: Place,
  { limit, offset, search = '', track = '' }: Page & { search?: string; track?: string },
) {
  const { season, stage } = await trackStage(services, place)
  const from = sql`
    from participations p
    join accounts a on a.id = p.account_id
    left join track_places l on l.stage_id = ${stage.id} and l.account_id = a.id
    where p.competition_code = ${place.competition} and p.door = 'participant'
      and (${track} = '' or p.track_code = ${track} or l.asked_code = ${track}) and ${isFound(search)}`
  const { rows, count, as_of } = await readList(
    services,
    { competition: place.competition, name: ['tracks', stage.id, track, search], from },
    sql<Row>`
    select a.test_id, a.first_name, a.last_name, a.middle_name, p.track_code, l.asked_code, l.way,
      array(select c.track_code from track_choices c where c.stage_id = ${stage.id} and c.account_id = a.id
        order by c.priority) as wishes
    ${from} order by ${byName} limit ${limit} offset ${offset}`,
  )
  return {
    as_of,
    count,
    people: rows.map(({ test_id, track_code, asked_code, way, wishes, ...name }) => ({
      ...{ test_id, way, name: formalName(name), track: track_code },
      asked: asked_code && titleOf(season, asked_code),
      wishes: wishes.map((code) => titleOf(season, code)),
    })),
  }
}
