import type { Tx } from '#server/db.ts'
import { highestPairs, type RatedPair, straightLines } from '#shared/stages/teams_evaluation/report.ts'

/**
 * What looks careless or arranged in a team, once and for all: a second count would differ by whoever has handed in since.
 * In a team of few it would lead to them as well.
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
