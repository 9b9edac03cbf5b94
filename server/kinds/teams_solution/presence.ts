import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { awayAfter, sectionFreeAfter } from '#shared/kinds/teams_solution/limits.ts'
import { stampOf } from './read-solution.ts'
import { type InSolution, solutionStage } from './solution-stage.ts'

/**
 * Called by a member's open page, which keeps the section that it holds. Returns who is here, and a stamp that changes
 * when there is something to load.
 */
export async function reportPresence(services: Services, of: InSolution, holder: string) {
  const { db, clock } = services
  const now = clock()
  const at = await solutionStage(services, of, now)
  const { stageId, teamId, accountId } = at.owner
  const since = new Date(now.getTime() - awayAfter)
  const { rows } = await sql<{ test_id: number }>`
    with seen as (
      insert into solution_presence (stage_id, team_id, account_id, seen_at)
      values (${stageId}, ${teamId}, ${accountId}, ${now})
      on conflict (stage_id, team_id, account_id) do update set seen_at = excluded.seen_at
    ), kept as (
      update solution_sections set held_until = ${new Date(now.getTime() + sectionFreeAfter)}
      where stage_id = ${stageId} and team_id = ${teamId} and holder_id = ${accountId} and holder = ${holder}
    )
    select a.test_id from formed_team_members m join accounts a on a.id = m.account_id
    left join solution_presence p
      on p.stage_id = ${stageId} and p.team_id = m.team_id and p.account_id = m.account_id
    where m.team_id = ${teamId} and m.state = 'active' and (m.account_id = ${accountId} or p.seen_at > ${since})
    order by a.test_id`.execute(db)
  return { stamp: await stampOf(services, at, now), here: rows.map(({ test_id }) => test_id) }
}
