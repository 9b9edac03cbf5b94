import { sql } from 'kysely'
import type { SeasonStage } from '#server/stages/season.ts'

/**
 * Participants without a team of the competition who have shown that they want one: they have stated it, requested a
 * place, were invited, or were in a team before.
 */
export const freeAgents = ({ id, competitionCode }: Pick<SeasonStage, 'id' | 'competitionCode'>) =>
  sql<{ account_id: number; region: string }>`
    select p.account_id, coalesce(p.region, '') as region
    from participations p
    where p.competition_code = ${competitionCode} and p.disqualified_at is null and p.withdrawn_at is null
      and (
        exists (select from team_seekers k where k.stage_id = ${id} and k.account_id = p.account_id)
        or exists (select from formed_team_members m where m.stage_id = ${id} and m.account_id = p.account_id)
      )
      and not exists (
        select from formed_team_members m
        where m.competition_code = p.competition_code and m.account_id = p.account_id and m.state = 'active'
      )`
