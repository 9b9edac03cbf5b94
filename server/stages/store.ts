import type { Db, Tx } from '#server/db.ts'

/** The stage by which people enter the competition, or null when it has none published. Its dates are Moscow's. */
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
