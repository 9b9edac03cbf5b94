import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { settle } from '#server/stages/settle.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { TrackWay } from './tables.ts'

interface GivenTracks {
  stageId: number
  accountIds: readonly number[]
  code: string
  title: string
  way: TrackWay
  chosenBy?: number | null
}

/** Puts people in a track, whatever they have chosen, and gives them the places. The facts of the stage are locked. */
export async function giveTracks(tx: Tx, given: GivenTracks, now: Date): Promise<void> {
  const { stageId, accountIds, code, title, way, chosenBy = null } = given
  await sql`
    insert into track_places (stage_id, account_id, track_code, asked_code, way, chosen_by, since)
    select ${stageId}, account_id, ${code}, null, ${way}, ${chosenBy}::integer, ${now}::timestamptz
    from unnest(${[...accountIds]}::integer[]) as account_id order by account_id
    on conflict (stage_id, account_id) do update set track_code = excluded.track_code, asked_code = null,
      way = excluded.way, chosen_by = excluded.chosen_by, since = excluded.since`.execute(tx)
  await settle(tx, { accountIds, stageId, outcome: 'passed', reason: `Ваш трек — ${quoted(title)}` }, now)
}

/** Like `giveTracks`, for one person. */
export const giveTrack = (
  tx: Tx,
  { accountId, ...given }: Omit<GivenTracks, 'accountIds'> & { accountId: number },
  now: Date,
): Promise<void> => giveTracks(tx, { ...given, accountIds: [accountId] }, now)
