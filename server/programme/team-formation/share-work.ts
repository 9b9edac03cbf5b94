import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { teamTypes } from '#shared/stages/team-types.ts'

/**
 * Gives a new member the team's facts at the stages where teams work, so that the work counts for the member at once. A
 * stage that the person has already begun keeps its facts.
 */
export async function shareWork(
  tx: Tx,
  { teamId, accountId }: { teamId: number; accountId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, submitted_at, processing_at, interrupted_at, passed_at,
      failed_at, returned_at, reasons)
    select distinct on (f.stage_id) ${accountId}::int, f.stage_id, f.started_at, f.submitted_at, f.processing_at,
      f.interrupted_at, f.passed_at, f.failed_at, f.returned_at, f.reasons
    from formed_team_members mate
    join formed_teams t on t.id = mate.team_id
    join stage_facts f on f.account_id = mate.account_id
    join stages s on s.id = f.stage_id and s.competition_code = t.competition_code and s.type = any(${[...teamTypes]}::text[])
    where mate.team_id = ${teamId} and mate.state = 'active' and mate.account_id <> ${accountId}
      and f.started_at >= coalesce(
        (select max(r.at) from stage_reopenings r where r.stage_id = f.stage_id and r.at <= ${now}), '-infinity')
    order by f.stage_id, f.submitted_at desc nulls last, mate.since, mate.account_id
    on conflict (account_id, stage_id) do update set started_at = excluded.started_at,
      submitted_at = excluded.submitted_at, processing_at = excluded.processing_at,
      interrupted_at = excluded.interrupted_at, passed_at = excluded.passed_at, failed_at = excluded.failed_at,
      returned_at = excluded.returned_at, reasons = excluded.reasons
    where stage_facts.started_at is null`.execute(tx)
}
