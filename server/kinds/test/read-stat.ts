import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { ownTest } from './own-test.ts'
import { resultPage, versionsOf } from './read-test.ts'

const step = 10

/** The person's progress; after publication the result and the distribution of all, in tens of the score. */
export async function readStat(
  { db, seasons, clock }: Services,
  { accountId, stageId }: { accountId: number; stageId: number },
) {
  await oneStage(db, seasons, accountId, { stageId, type: 'test' }, clock())
  const { paper, kept, result } = await ownTest(db, { accountId, stageId })
  return {
    questions: versionsOf(paper?.sections ?? []).length,
    answered: kept.filter(({ answer }) => answer !== null).length,
    flagged: kept.filter(({ flagged }) => flagged).length,
    result: resultPage(result),
    distribution: result && (await distribution(db, stageId, result.score)),
  }
}

/** The number of people by published score. A score of 100 is in the last ten. */
async function distribution(db: Db, stageId: number, own: number | null) {
  const { rows } = await sql<{ ten: number; people: number }>`
    select least(floor(r.score / ${step}), 9)::int as ten, count(*)::int as people
    from stage_results r
    where r.stage_id = ${stageId} and r.score is not null and exists (
      select from stage_decisions d
      where d.stage_id = r.stage_id and d.account_id = r.account_id and d.published_at is not null)
    group by 1`.execute(db)
  const people = new Map(rows.map((row) => [row.ten, row.people]))
  const ownTen = own === null ? null : Math.min(Math.floor(own / step), 9)
  return Array.from({ length: 10 }, (_none, ten) => ({
    from: ten * step,
    to: (ten + 1) * step,
    people: people.get(ten) ?? 0,
    own: ten === ownTen,
  }))
}
