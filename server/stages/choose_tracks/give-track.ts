import type { Tx } from '#server/db.ts'
import { decideNow } from '#server/stages/decide.ts'
import { quoted } from '#shared/text/quoted.ts'
import type { TrackWay } from './tables.ts'

interface GivenTrack {
  stageId: number
  accountId: number
  code: string
  title: string
  way: TrackWay
  chosenBy?: number | null
}

/** Puts somebody in a track, whatever he has chosen: the place is his at once. The facts of the stage are locked. */
export async function giveTrack(tx: Tx, given: GivenTrack, now: Date): Promise<void> {
  const { stageId, accountId, code, title, way, chosenBy = null } = given
  const place = { track_code: code, asked_code: null, way, chosen_by: chosenBy, since: now }
  await tx
    .insertInto('track_places')
    .values({ stage_id: stageId, account_id: accountId, ...place })
    .onConflict((conflict) => conflict.columns(['stage_id', 'account_id']).doUpdateSet(place))
    .execute()
  const reason = `Ваш трек — ${quoted(title)}`
  await decideNow(tx, { accountIds: [accountId], stageId, outcome: 'passed', reason }, now)
}
