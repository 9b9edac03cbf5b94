import { sql } from 'kysely'
import type { ErasureHook } from '#server/platform/personal-data/erasure.ts'

/**
 * An assignment locks the judging, then the works and the accounts of judges. An erasure needs the same locks, so to
 * avoid a deadlock it begins with the judgings in which the person, or an account merged into theirs, has a part.
 */
export const eraseJudged: ErasureHook = {
  async lock(tx, accountId) {
    await sql`
      with people as (
        select id from accounts where id = ${accountId} or merged_into = ${accountId}
      ), touched as (
        select w.stage_id from works w where w.account_id in (select id from people)
        union
        select w.stage_id from formed_team_members m join works w on w.team_id = m.team_id
        where m.account_id in (select id from people)
        union
        select w.stage_id from readings r join works w on w.id = r.work_id where r.judge_id in (select id from people)
        union
        select w.stage_id from readings r join works w on w.id = r.work_id where r.assigned_by in (select id from people)
        union
        select t.stage_id from stage_staff t where t.account_id in (select id from people)
      )
      select j.stage_id from judgings j where j.stage_id in (select stage_id from touched)
      order by j.stage_id for update of j`.execute(tx)
  },
}
