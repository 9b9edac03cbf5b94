import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { employersOf, family, plain } from '#server/review/judging/conflicts.ts'

/**
 * Pairs of a mentor of the stage and a person who may not work together: the same account, the same organisation, the
 * same surname and region, a declared conflict, or barred by an organiser. With `people` only pairs of these people.
 */
export async function mentorConflicts(
  db: Db | Tx,
  stageId: number,
  people: readonly number[] | null = null,
): Promise<{ mentor: number; person: number }[]> {
  const asked = people && [...people]
  const { rows } = await sql<{ mentor: number; person: number }>`
    with people as (
      select a.id as person, a.last_name, d.value as region
      from participations i
      join accounts a on a.id = i.account_id
      left join dictionary_items d on d.dict = 'regions' and d.id = i.region
      where i.competition_code = (select competition_code from stages where id = ${stageId})
        and (${asked}::int[] is null or i.account_id = any(${asked}::int[]))
        and (${asked}::int[] is not null
          or exists (select from stage_facts f where f.stage_id = ${stageId} and f.account_id = i.account_id))
    ), employers as (
      ${employersOf(sql`in (select person from people)`)}
    ), mentors as (
      select a.id as mentor, a.last_name, p.region, ${plain(sql`p.employer`)} as employer
      from stage_mentors s
      join mentor_profiles p on p.account_id = s.mentor_id
      join accounts a on a.id = s.mentor_id
      where s.stage_id = ${stageId}
    )
    select m.mentor, p.person from mentors m join people p on p.person = m.mentor
    union
    select m.mentor, p.person from mentors m
    join people p on p.region = m.region and ${family('p.last_name')} = ${family('m.last_name')}
    union
    select m.mentor, e.account_id from mentors m join employers e on e.employer = m.employer and m.employer <> ''
    union
    select c.mentor_id, c.account_id from mentor_choices c
    where c.stage_id = ${stageId} and c.refusal = 'conflict' and (${asked}::int[] is null or c.account_id = any(${asked}::int[]))
    union
    select b.mentor_id, b.account_id from mentor_pins b
    where b.stage_id = ${stageId} and b.barred and (${asked}::int[] is null or b.account_id = any(${asked}::int[]))`.execute(
    db,
  )
  return rows
}

/** The mentors of the stage who may not work with this person. */
export const barredFor = async (db: Db | Tx, stageId: number, accountId: number): Promise<Set<number>> =>
  new Set((await mentorConflicts(db, stageId, [accountId])).map(({ mentor }) => mentor))
