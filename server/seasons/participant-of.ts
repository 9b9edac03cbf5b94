import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

export interface ParticipantName {
  competition: string
  /** The number that people see. */
  testId: number
}

/** The account behind a participant's number. Throws `user_not_found` if it does not take part in the competition. */
export async function participantOf(db: Db | Tx, { competition, testId }: ParticipantName) {
  const found = await db
    .selectFrom('accounts as a')
    .innerJoin('participations as p', 'p.account_id', 'a.id')
    .select(['a.id', 'a.test_id', 'a.last_name', 'a.first_name', 'a.middle_name', 'a.email', 'a.email_verified_at'])
    .select(['a.phone', 'p.region', 'p.track_code', 'p.door', 'p.tags', 'p.joined_at', 'p.finalist_at'])
    .select(['p.disqualified_at', 'p.infoblock_title', 'p.infoblock_text'])
    .where('a.test_id', '=', testId)
    .where('p.competition_code', '=', competition)
    .executeTakeFirst()
  if (!found) throw new Refusal('user_not_found')
  return found
}

/**
 * Locks the participation, so that organisers act on a participant one after the other. The account comes first, as for
 * everybody who refers to it (server/stages/lock-erased.ts).
 */
export async function lockParticipant(tx: Tx, { competition }: ParticipantName, accountId: number) {
  await sql`select from accounts where id = ${accountId} for key share`.execute(tx)
  return tx
    .selectFrom('participations')
    .select(['disqualified_at', 'tags'])
    .where('account_id', '=', accountId)
    .where('competition_code', '=', competition)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refusal('user_not_found'))
}
