import type { Db, Tx } from '#server/db.ts'

/** The registration stage of a competition, or null when none is published. Dates are in Moscow time. */
export async function registrationStage(db: Db | Tx, competitionCode: string) {
  const found = await db
    .selectFrom('stages')
    .select(['id', 'code', 'title', 'opens_at as opensAt', 'closes_at as closesAt', 'settings', 'manual'])
    .where('competition_code', '=', competitionCode)
    .where('type', '=', 'registration')
    .where('published', '=', true)
    .orderBy('sort')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

type OfPerson = { accountId: number; stageId: number }

/** The published decision about the person. Pending decisions stay hidden. */
export async function publishedDecision(db: Db | Tx, of: OfPerson) {
  const found = await db
    .selectFrom('stage_decisions')
    .select(['outcome', 'reason', 'next_step', 'comments', 'published_at'])
    .where('account_id', '=', of.accountId)
    .where('stage_id', '=', of.stageId)
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.published_at ? { ...found, published_at: found.published_at } : null
}
