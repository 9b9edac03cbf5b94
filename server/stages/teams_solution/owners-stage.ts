import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { teamsSolutionKind } from '#shared/stages/teams_solution/contract.ts'
import { settingsOf } from './solution-stage.ts'

export interface Place {
  competition: string
  code: string
}

/** A stage of this kind with its settings, for its organiser. */
export async function ownersSolution({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== teamsSolutionKind.type) throw new Refusal('stage_not_found')
  return { stage, settings: settingsOf(stage) }
}

/** The teams that may work at the stage: not dissolved, refused or without a result; with members of its tracks. */
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
