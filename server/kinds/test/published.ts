import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'

export interface Bar {
  from: number
  to: number
  count: number
}

const barWidth = 10

/** In which tenth of 100 a score lies. The last one includes 100. */
export const barOf = (score: RawBuilder<unknown>) =>
  sql<number>`least(${100 / barWidth - 1}, floor(${score} / ${barWidth}))::int`

export const distribution = (counts: ReadonlyMap<number, number>): Bar[] =>
  Array.from({ length: 100 / barWidth }, (_, at) => ({
    from: at * barWidth,
    to: (at + 1) * barWidth,
    count: counts.get(at) ?? 0,
  }))

/** A person's published result with the comparison to all; null until it is published. */
export async function publishedResult(db: Db, { accountId, stageId }: { accountId: number; stageId: number }) {
  const own = await db
    .selectFrom('stage_results as r')
    .innerJoin('test_publications as p', 'p.stage_id', 'r.stage_id')
    .select(['r.score', 'p.passing', 'p.published_at'])
    .where('r.account_id', '=', accountId)
    .where('r.stage_id', '=', stageId)
    .executeTakeFirst()
  if (!own || own.score === null) return null
  const { rows } = await sql<{ bar: number; count: number; below: number }>`
    select ${barOf(sql`score`)} as bar, count(*)::int as count,
      count(*) filter (where score < ${own.score}::numeric)::int as below
    from stage_results where stage_id = ${stageId} and score is not null group by 1`.execute(db)
  return {
    score: Number(own.score),
    passing: own.passing,
    publishedAt: own.published_at,
    people: rows.reduce((sum, { count }) => sum + count, 0),
    /** How many have fewer points. */
    below: rows.reduce((sum, { below }) => sum + below, 0),
    distribution: distribution(new Map(rows.map(({ bar, count }) => [bar, count]))),
  }
}
