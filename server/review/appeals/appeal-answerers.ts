import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { isOfDuty } from '#server/review/checking/desk-access.ts'

/**
 * A condition: this person had a part in the decision `d` about the work `w` or in a later one, or the work is their
 * own, so another person has to answer an appeal.
 */
export const tookPart = (person: RawBuilder<number>): RawBuilder<boolean> => sql<boolean>`coalesce(
  w.account_id = ${person}
  or exists (select from stage_decisions n where n.account_id = d.account_id and n.stage_id = d.stage_id
    and n.decided_by = ${person} and n.published_at >= d.published_at)
  or exists (select from formed_team_members m
    where m.team_id = w.team_id and m.account_id = ${person} and m.state = 'active')
  or exists (select from work_checks k where k.work_id = w.id and k.checker_id = ${person})
  or exists (select from readings r where r.work_id = w.id and r.judge_id = ${person} and r.done_at is not null
    and not r.for_appeal)
  or exists (select from peer_tasks k where k.work_id = w.id and k.rater_id = ${person} and k.done_at is not null), false)`

const toldAtMost = 50

/** The checkers of the stage who may answer an appeal about this work; without any, the organisers. */
export async function appealAnswerers(
  tx: Tx,
  { work, decision }: { work: number; decision: number },
): Promise<number[]> {
  const { rows } = await sql<{ person: number; checks: boolean }>`
    with about as (
      select w.id, w.account_id, w.team_id, w.topic, w.stage_id, s.competition_code
      from works w join stages s on s.id = w.stage_id
      where w.id = ${work}
    ), people as (
      select t.account_id as person, true as checks
      from about w join about s on true join stage_staff t on t.stage_id = w.stage_id and t.duty = 'check' and ${isOfDuty}
      union all
      select f.account_id, false
      from about w join admin_flags f on f.flag = 'assessment'
      where f.competition_code is null or f.competition_code = w.competition_code
    )
    select p.person, bool_or(p.checks) as checks
    from people p join accounts a on a.id = p.person and a.disabled_at is null
    cross join about w join stage_decisions d on d.id = ${decision}
    where not ${tookPart(sql<number>`p.person`)}
    group by p.person order by p.person limit ${toldAtMost}`.execute(tx)
  const checkers = rows.filter(({ checks }) => checks)
  return (checkers.length > 0 ? checkers : rows).map(({ person }) => person)
}
