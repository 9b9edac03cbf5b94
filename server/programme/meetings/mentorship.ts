import type { Db, Tx } from '#server/db.ts'
import { maxInteger } from '#shared/platform/api/fields.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { mentorChoiceKinds } from '#shared/programme/mentors/mentorship-status.ts'

/**
 * The id of the stage that a call names by id or code. A code is unique only within a competition: the one that the
 * person entered last is used. 404 when there is no such stage of these kinds.
 */
export async function mentorshipStage(
  db: Db | Tx,
  accountId: number,
  name: string | number,
  kinds: readonly string[] = mentorChoiceKinds,
): Promise<number> {
  const number = /^\d{1,10}$/.test(String(name)) ? Number(name) : null
  const stages = db.selectFrom('stages as s').select('s.id').where('s.type', 'in', kinds)
  const found =
    number !== null && number <= maxInteger
      ? await stages.where('s.id', '=', number).executeTakeFirst()
      : await stages
          .innerJoin('participations as p', 'p.competition_code', 's.competition_code')
          .where('p.account_id', '=', accountId)
          .where('s.code', '=', String(name))
          .where('s.published', '=', true)
          .orderBy('p.joined_at', 'desc')
          .orderBy('s.id')
          .limit(1)
          .executeTakeFirst()
  if (!found) throw new Refusal('stage_not_found')
  return found.id
}
