import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/api/refusals.ts'

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
