import type { Tx } from '#server/db.ts'
import { highestPairs, type RatedPair, straightLines } from '#shared/kinds/teams_evaluation/report.ts'

/**
 * Stores what looks careless or arranged in a team, only once: the difference to a second count would reveal the people
 * who have handed in since. Not stored for a team with few raters, where the flags could identify them.
 */
export async function keepFlags(
  tx: Tx,
  of: { stageId: number; teamId: number },
  pairs: readonly RatedPair[],
  { scale, min_raters }: { scale: number; min_raters: number },
): Promise<void> {
  if (new Set(pairs.map(({ rater }) => rater)).size < min_raters) return
  await tx
    .insertInto('team_mark_flags')
    .values({
      ...{ stage_id: of.stageId, team_id: of.teamId },
      ...{ straight: straightLines(pairs).length, pairs: highestPairs(pairs, scale).length },
    })
    .onConflict((conflict) => conflict.columns(['stage_id', 'team_id']).doNothing())
    .execute()
}
