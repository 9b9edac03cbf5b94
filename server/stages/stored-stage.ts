import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { settingsVersion } from '#shared/stages/kind.ts'
import type { EditedStage } from '#shared/stages/stage-form.ts'
import { readSettings } from './read-settings.ts'
import { type Season, type SeasonStage, windowsOf } from './season.ts'
import type { Seasons } from './seasons.ts'

/** A stage as participants see it, and as the organiser is editing it. */
export interface StoredStage {
  season: Season
  row: SeasonStage
  /** The published values. */
  live: EditedStage
  /** The unpublished edits; the same as `live` when there are none. */
  edited: EditedStage
  waits: boolean
  /** The version of the settings when they are saved. */
  settingsVersion: number
  /** 0 if the stage was never edited. */
  revision: number
  savedAt: Date | null
  savedBy: number | null
  /** Invalid settings, by JSON path. */
  faults: { path: string; message: string }[]
}

export interface StagePlace {
  competition: string
  code: string
}

/** The season. Throws `competition_not_found`. */
export async function seasonOf(db: Db | Tx, seasons: Seasons, competition: string): Promise<Season> {
  // The cached season lacks what the transaction itself has written.
  const season = await (db.isTransaction ? seasons.renewed(db, competition) : seasons.of(db, competition))
  if (!season) throw new Refusal('competition_not_found')
  return season
}

/** Every stage of a season with its edits, in the organiser's order, in one query. */
export async function storedStages(db: Db | Tx, season: Season): Promise<StoredStage[]> {
  const rows = await selectStages(db).where('s.competition_code', '=', season.code).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return season.stages.flatMap((row) => {
    const found = byId.get(row.id)
    return found ? [stored(season, row.part?.own ?? row, found)] : []
  })
}

/** One stage. Throws `stage_not_found`. */
export async function storedStage(db: Db | Tx, seasons: Seasons, place: StagePlace): Promise<StoredStage> {
  const season = await seasonOf(db, seasons, place.competition)
  const row = season.byCode.get(place.code)
  const found = row && (await selectStages(db).where('s.id', '=', row.id).executeTakeFirst())
  if (!row || !found) throw new Refusal('stage_not_found')
  return stored(season, row.part?.own ?? row, found)
}

/** The stage for a change: it is locked, and its revision must be the one that the organiser saw. */
export async function lockStored(tx: Tx, seasons: Seasons, place: StagePlace, revision: number): Promise<StoredStage> {
  await sql`
    select from stages where competition_code = ${place.competition} and code = ${place.code} for no key update`.execute(
    tx,
  )
  const found = await storedStage(tx, seasons, place)
  if (found.revision !== revision) throw new Refusal('stage_edit_conflict')
  return found
}

const selectStages = (db: Db | Tx) =>
  db
    .selectFrom('stages as s')
    .leftJoin('stage_edits as e', 'e.stage_id', 's.id')
    .select(['s.id', 's.published', 's.settings', 's.settings_version'])
    .select(['e.revision', 'e.data', 'e.settings_version as edits_version', 'e.saved_at', 'e.saved_by'])

type Row = Awaited<ReturnType<ReturnType<typeof selectStages>['execute']>>[number]

function stored(season: Season, row: SeasonStage, found: Row): StoredStage {
  const live: EditedStage = {
    title: row.title,
    summary: row.summary,
    manual: row.manual,
    minutes: row.minutes,
    preparation: row.preparation,
    opens_at: row.opensAt?.toISOString() ?? null,
    closes_at: row.closesAt?.toISOString() ?? null,
    track_windows: Object.fromEntries(
      Object.entries(row.trackWindows).map(([track, { opensAt, closesAt }]) => [
        track,
        { opens_at: opensAt?.toISOString() ?? null, closes_at: closesAt?.toISOString() ?? null },
      ]),
    ),
    clock: row.clock,
    tracks: [...row.tracks],
    requires: [...row.requires],
    gate: row.gate,
    published: found.published,
    settings: row.kind ? row.settings : found.settings,
  }
  const kind = row.kind?.contract
  const { data } = found
  const read =
    kind &&
    (data
      ? readSettings(kind, data.settings, found.edits_version ?? 1)
      : readSettings(kind, found.settings, found.settings_version))
  // Edits may have been saved before the form had a field: then the published value stays.
  const edited = data ? { ...live, ...data, settings: read?.settings ?? data.settings } : live
  return {
    season,
    row,
    live,
    edited,
    waits: data !== null,
    settingsVersion: kind ? settingsVersion(kind) : found.settings_version,
    revision: found.revision ?? 0,
    savedAt: found.saved_at,
    savedBy: found.saved_by,
    faults: read?.faults ?? [],
  }
}

/** The stage with these edits, and the season that contains it. */
export function seasonWith({ season, row }: Pick<StoredStage, 'season' | 'row'>, edited: EditedStage) {
  const stage: SeasonStage = {
    ...row,
    title: edited.title,
    summary: edited.summary,
    manual: edited.manual,
    minutes: edited.minutes,
    preparation: edited.preparation,
    opensAt: edited.opens_at === null ? null : new Date(edited.opens_at),
    closesAt: edited.closes_at === null ? null : new Date(edited.closes_at),
    trackWindows: windowsOf(edited.track_windows),
    clock: edited.clock,
    tracks: edited.tracks,
    requires: edited.requires,
    gate: edited.gate,
    settings: edited.settings,
    published: edited.published,
  }
  const stages = season.stages.map((each) => (each.id === row.id ? stage : each))
  return {
    stage,
    season: {
      ...season,
      stages,
      byId: new Map(stages.map((each) => [each.id, each])),
      byCode: new Map(stages.map((each) => [each.code, each])),
    },
  }
}
