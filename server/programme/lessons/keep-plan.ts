import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { schoolKey } from '#shared/programme/lessons/school-key.ts'
import { isTaken, type PlannedLesson, taken } from './plan-faults.ts'

/** Stores a plan with its authors. Of two people who choose the same day of a school the second is refused. */
export async function keepPlan(tx: Tx, accountId: number, plan: PlannedLesson): Promise<void> {
  const { stageId, placeId, region, school, address, startsAt, topic, authors } = plan
  // People first, in the order of their ids: of two who name each other at once the later sees the earlier.
  if (authors.length > 0)
    await sql`select from accounts where id = any(${[accountId, ...authors]}::int[]) order by id for no key update`.execute(
      tx,
    )
  if (placeId !== null) {
    await sql`select from lesson_places where id = ${placeId} for update`.execute(tx)
    if (await isTaken(tx, accountId, plan)) throw new Refusal('form_invalid', { fields: { starts_at: taken } })
  }
  const row = {
    ...{ place_id: placeId, region, school, school_key: schoolKey(school), address, topic },
    starts_at: startsAt,
  }
  await tx
    .insertInto('lessons')
    .values({ stage_id: stageId, account_id: accountId, ...row })
    .onConflict((conflict) => conflict.columns(['stage_id', 'account_id']).doUpdateSet(row))
    .execute()
  await keepAuthors(tx, accountId, plan)
}

/** People who name each other have confirmed each other. An answer is kept as long as the person is named. */
async function keepAuthors(tx: Tx, accountId: number, { stageId, authors }: PlannedLesson): Promise<void> {
  await sql`delete from lesson_authors
    where stage_id = ${stageId} and account_id = ${accountId} and author_id <> all(${authors}::int[])`.execute(tx)
  await sql`
    insert into lesson_authors as known (stage_id, account_id, author_id, answer)
    select ${stageId}, ${accountId}, author, case when exists (
      select from lesson_authors back
      where back.stage_id = ${stageId} and back.account_id = author and back.author_id = ${accountId}) then 'confirmed' end
    from unnest(${authors}::int[]) as author
    on conflict (stage_id, account_id, author_id) do update set answer = coalesce(excluded.answer, known.answer)`.execute(
    tx,
  )
  await sql`update lesson_authors set answer = 'confirmed'
    where stage_id = ${stageId} and author_id = ${accountId} and account_id = any(${authors}::int[])`.execute(tx)
}
