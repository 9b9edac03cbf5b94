import type { Db, Tx } from '#server/db.ts'

/** A published competition, or null. */
export async function findCompetition(db: Db | Tx, code: string) {
  const found = await db
    .selectFrom('competitions')
    .selectAll()
    .where('code', '=', code)
    .where('published', '=', true)
    .executeTakeFirst()
  return found ?? null
}

/** The published competitions in the organiser's order. */
export function publishedCompetitions(db: Db | Tx) {
  return db
    .selectFrom('competitions')
    .selectAll()
    .where('published', '=', true)
    .orderBy('sort')
    .orderBy('code')
    .execute()
}

export function tracksOf(db: Db | Tx, competitionCode: string) {
  return db
    .selectFrom('tracks')
    .select(['code', 'title', 'description'])
    .where('competition_code', '=', competitionCode)
    .orderBy('sort')
    .orderBy('code')
    .execute()
}
