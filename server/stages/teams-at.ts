import { sql } from 'kysely'
import type { SeasonStage } from './season.ts'

/** A query of the teams at the stage that are not dissolved, refused or without a result; with members of its tracks. */
export const teamsAt = ({ competitionCode, tracks }: Pick<SeasonStage, 'competitionCode' | 'tracks'>) =>
  sql<{ id: number; name: string }>`
    select t.id, t.name from formed_teams t
    where t.competition_code = ${competitionCode} and t.dissolved_at is null
      and exists (select from team_standings w where w.team_id = t.id and w.refused_at is null)
      and exists (
        select from formed_team_members m
        left join participations p on p.account_id = m.account_id and p.competition_code = t.competition_code
        where m.team_id = t.id and m.state = 'active'
          and (cardinality(${[...tracks]}::text[]) = 0 or p.track_code = any(${[...tracks]}::text[])))`
