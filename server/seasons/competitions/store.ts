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

/** The published competitions in the organiser's order, each with the dates of its registration. */
export function competitionsWithRegistration(db: Db | Tx) {
  return db
    .selectFrom('competitions')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('stages')
          .select(['id', 'opens_at', 'closes_at'])
          .whereRef('stages.competition_code', '=', 'competitions.code')
          .where('stages.type', '=', 'registration')
          .where('stages.published', '=', true)
          .orderBy('stages.sort')
          .limit(1)
          .as('registration'),
      (join) => join.onTrue(),
    )
    .selectAll('competitions')
    .select([
      'registration.id as registration_id',
      'registration.opens_at as registration_opens_at',
      'registration.closes_at as registration_closes_at',
    ])
    .where('competitions.published', '=', true)
    .orderBy('competitions.sort')
    .orderBy('competitions.code')
}
