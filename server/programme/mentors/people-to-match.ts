import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { isStageFor } from '#server/people/participants/step.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { MentorWish } from '#shared/programme/mentors/mentorship-status.ts'
import type { PlanRules } from '#shared/programme/mentors/plan.ts'
import { mentorConflicts } from './conflicts.ts'
import type { FreeMentor, PersonToMatch } from './matching.ts'
import { placesLeft } from './places.ts'

/** A condition: the choice takes a place: they work together, or a published matching waits for the answer. */
export const isLive = (row: string) =>
  sql<boolean>`(${sql.ref(`${row}.status`)} = 'accepted' or (${sql.ref(`${row}.status`)} = 'proposed' and ${sql.ref(`${row}.matched`)}))`

/** A condition: they work together, or the mentor has been asked and may still answer. */
export const isTakenOrAsked = (row: string) =>
  sql<boolean>`(${isLive(row)} or (${sql.ref(`${row}.status`)} = 'proposed' and ${sql.ref(`${row}.offered_at`)} is not null))`

/** A condition: the mentor of the choice is still a mentor of the stage, and so may get an offer. */
export const isNamed = (row: string) =>
  sql<boolean>`exists (select from stage_mentors n where n.stage_id = ${sql.ref(`${row}.stage_id`)} and n.mentor_id = ${sql.ref(`${row}.mentor_id`)})`

/**
 * People of the stage who have handed in and lack a mentor, with the chosen mentors who can still be given, and the
 * mentors with their places: four queries in all. People who have failed are included only by a pin or after a second
 * round.
 */
export async function peopleToMatch(
  db: Db | Tx,
  stage: Pick<SeasonStage, 'id' | 'competitionCode' | 'tracks'>,
  { each, more }: Pick<PlanRules, 'each' | 'more'>,
): Promise<{ people: PersonToMatch[]; mentors: FreeMentor[] }> {
  const { rows } = await sql<{
    id: number
    region: string | null
    live: number
    wishes: { mentor: number; wish: MentorWish }[] | null
    pinned: number[] | null
  }>`
    select f.account_id as id, d.value as region, coalesce(c.live, 0) as live, c.wishes, b.pinned
    from stage_facts f
    join participations p on p.account_id = f.account_id and p.competition_code = ${stage.competitionCode}
      and p.disqualified_at is null and p.withdrawn_at is null
    join accounts a on a.id = f.account_id and a.disabled_at is null
    left join dictionary_items d on d.dict = 'regions' and d.id = p.region
    left join (
      select c.account_id, (count(*) filter (where ${isLive('c')}))::int as live,
        json_agg(json_build_object('mentor', c.mentor_id, 'wish', c.wish) order by c.rank)
          filter (where c.status = 'proposed' and not c.matched) as wishes
      from mentor_choices c where c.stage_id = ${stage.id} group by c.account_id
    ) as c on c.account_id = f.account_id
    left join (
      select b.account_id, array_agg(b.mentor_id order by b.pinned_at, b.mentor_id) as pinned
      from mentor_pins b
      where b.stage_id = ${stage.id} and not b.barred and not exists (
        select from mentor_choices l where l.stage_id = b.stage_id and l.account_id = b.account_id
          and l.mentor_id = b.mentor_id and (l.status <> 'proposed' or l.matched))
      group by b.account_id
    ) as b on b.account_id = f.account_id
    where f.stage_id = ${stage.id} and ${isStageFor(stage)} and f.submitted_at is not null and (f.failed_at is null or b.pinned is not null)
      and coalesce(c.live, 0) < ${each}
    order by f.account_id`.execute(db)
  const barred = new Map<number, Set<number>>()
  for (const { person, mentor } of await mentorConflicts(db, stage.id)) {
    const own = barred.get(person)
    if (own) own.add(mentor)
    else barred.set(person, new Set([mentor]))
  }
  const mentors = await freeMentors(db, stage)
  return {
    people: rows.map(({ id, region, live, wishes, pinned }) => ({
      ...{ id, region, lacks: each - live, wishes: wishes ?? [], pinned: pinned ?? [] },
      barred: barred.get(id) ?? new Set(),
    })),
    mentors: mentors.map((mentor) => ({ ...mentor, free: mentor.free === null ? null : mentor.free + more })),
  }
}

const freeMentors = (db: Db | Tx, stage: Pick<SeasonStage, 'id' | 'competitionCode'>): Promise<FreeMentor[]> =>
  db
    .selectFrom('stage_mentors as s')
    .innerJoin('mentor_profiles as p', 'p.account_id', 's.mentor_id')
    .innerJoin('accounts as a', 'a.id', 's.mentor_id')
    .select(['p.account_id as id', 'p.region'])
    .select(placesLeft(sql`${stage.competitionCode}`).as('free'))
    .where('s.stage_id', '=', stage.id)
    .where('p.published', '=', true)
    .where('a.disabled_at', 'is', null)
    .orderBy('p.account_id')
    .execute()
