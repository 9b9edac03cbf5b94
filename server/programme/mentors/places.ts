import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'

/**
 * How many places of the mentor are taken in a competition, at all its stages: by people who work with the mentor, and
 * by those from a published matching until the mentor answers.
 */
export const takenPlaces = (mentorId: RawBuilder<unknown>, competition: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from mentor_choices t join stages ts on ts.id = t.stage_id
  where t.mentor_id = ${mentorId} and ts.competition_code = ${competition}
    and (t.status = 'accepted' or (t.status = 'proposed' and t.matched)))`

/** How many people the mentor `p` still takes in a competition; null: no limit. */
export const placesLeft = (competition: RawBuilder<unknown>) =>
  sql<
    number | null
  >`case when p.capacity is not null then greatest(0, p.capacity - ${takenPlaces(sql.ref('p.account_id'), competition)}) end`

/**
 * Locks the mentor's places until the transaction ends, before one is taken. Refuses with `mentor_full` when none is
 * left; `holds`: the person already has one.
 */
export async function takePlace(
  tx: Tx,
  { mentorId, competition, holds }: { mentorId: number; competition: string; holds: boolean },
): Promise<void> {
  await tx
    .selectFrom('mentor_profiles')
    .select('account_id')
    .where('account_id', '=', mentorId)
    .forNoKeyUpdate()
    .execute()
  await refuseWithoutPlace(tx, { mentorId, competition, holds })
}

/** Throws `mentor_full` without a lock, so that people who come too late are answered at once. */
export async function refuseWithoutPlace(
  tx: Tx,
  { mentorId, competition, holds }: { mentorId: number; competition: string; holds: boolean },
): Promise<void> {
  const mentor = await tx
    .selectFrom('mentor_profiles as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['a.last_name', 'a.first_name', 'a.middle_name', 'p.capacity'])
    .select(takenPlaces(sql.ref('p.account_id'), sql`${competition}`).as('taken'))
    .where('p.account_id', '=', mentorId)
    .executeTakeFirst()
  if (!mentor) throw new Refusal('mentorship_over')
  if (mentor.capacity !== null && mentor.taken - Number(holds) >= mentor.capacity)
    throw new Refusal('mentor_full', { values: { name: formalName(mentor) } })
}
