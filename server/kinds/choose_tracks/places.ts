import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { chooseTracksKind } from '#shared/kinds/choose_tracks/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** How many places of each track are taken or reserved, without those of `except`. */
export async function takenPlaces(
  db: Db | Tx,
  stageId: number,
  except: readonly number[] = [],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; taken: number }>`
    select code, count(*)::int as taken
    from track_places l
    cross join lateral (select l.track_code as code union select l.asked_code) as held
    where l.stage_id = ${stageId} and code is not null and l.account_id <> all(${except}::int[])
    group by code`.execute(db)
  return new Map(rows.map(({ code, taken }) => [code, taken]))
}

/** Writes of places at one stage wait for each other until the transaction ends. */
export const lockPlaces = (tx: Tx, stageId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tracks', ${stageId}))`.execute(tx)

export type OfferedTrack = ReturnType<typeof settingsOf>['tracks'][number]

export const settingsOf = (stage: Pick<SeasonStage, 'settings'>) => settingsAt(chooseTracksKind, stage)

/** How many more people the track takes; null: no limit. */
export const placesLeft = ({ code, limit }: OfferedTrack, taken: ReadonlyMap<string, number>): number | null =>
  limit === 0 ? null : Math.max(0, limit - (taken.get(code) ?? 0))

export const titleOf = ({ tracks }: Pick<Season, 'tracks'>, code: string): string =>
  tracks.find((track) => track.code === code)?.title ?? code

export interface Place {
  competition: string
  code: string
}

/** A stage of this kind with its settings, or a refusal. */
export async function trackStage({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== chooseTracksKind.type) throw new Refusal('stage_not_found')
  return { season, stage, settings: settingsOf(stage) }
}
