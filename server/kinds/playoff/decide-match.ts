import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { matchResult } from '#shared/kinds/playoff/match-result.ts'
import { entrantIn, loadBracket, matchIn } from './bracket-store.ts'

/** Once the match is over and all judges have marked it, the result is fixed until an organiser publishes it. */
export async function decideIfMarked(tx: Tx, matchId: number): Promise<void> {
  const { stage_id: stageId } = await tx
    .selectFrom('playoff_matches')
    .select('stage_id')
    .where('id', '=', matchId)
    .executeTakeFirstOrThrow()
  const loaded = await loadBracket(tx, stageId)
  if (!loaded) return
  const match = matchIn(loaded, matchId)
  if ((match.state !== 'judging' && match.state !== 'decided') || match.published_at !== null) return
  const judges = await tx
    .selectFrom('playoff_judges')
    .select(['marks', 'chair', 'favours'])
    .where('match_id', '=', matchId)
    .where('abstained', 'is', null)
    .execute()
  const marked = judges.flatMap(({ marks, ...judge }) => (marks ? [{ ...judge, marks }] : []))
  const complete = marked.length === judges.length && marked.length % 2 === 1
  const { criteria, tie_break: order } = loaded.rules
  const rating = (id: number | null) => entrantIn(loaded, id)?.rating ?? null
  const ratings = { a: rating(match.a), b: rating(match.b) }
  const result = complete ? matchResult(marked, { criteria, order, ratings }) : null
  await tx
    .updateTable('playoff_matches')
    .set({
      ...(result
        ? { state: 'decided', outcome: result.winner, score_a: result.a, score_b: result.b, decided_by: result.by }
        : { state: 'judging', outcome: null, score_a: null, score_b: null, decided_by: null }),
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', matchId)
    .execute()
}
