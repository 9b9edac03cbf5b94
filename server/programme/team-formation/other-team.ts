import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { InStage } from './formation-stage.ts'

/** The unique index that allows a person one active team of a competition. */
export const oneTeamIndex = 'formed_team_members_one_team'

/** The person's team of another stage of the same competition: one row at most. */
export const otherTeamOf = ({ accountId, stageId }: Record<keyof InStage, unknown>) => sql<{
  team_id: number
  name: string
  stage: string
}>`
    select m.team_id, t.name, s.title as stage
    from stages here
    join formed_team_members m on m.account_id = ${accountId}::int and m.competition_code = here.competition_code
      and m.state = 'active' and m.stage_id <> here.id
    join formed_teams t on t.id = m.team_id
    join stages s on s.id = m.stage_id
    where here.id = ${stageId}::int`

export async function otherTeam(db: Db | Tx, of: InStage) {
  const { rows } = await otherTeamOf(of).execute(db)
  return rows[0] ?? null
}

/** Throws when the person is in a team of another stage of the competition, and names it. */
export async function refuseSecondTeam(db: Db | Tx, of: InStage): Promise<void> {
  const other = await otherTeam(db, of)
  if (other) throw new Refusal('in_other_team', { values: { team: other.name, stage: other.stage } })
}

/** If the person has joined another team meanwhile, the index decides; its error becomes the refusal for the person. */
export async function refusingSecondTeam<Answer>(db: Db, of: InStage, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, oneTeamIndex)) throw error
    await refuseSecondTeam(db, of)
    throw new Refusal('already_in_team')
  }
}

/** If the person has joined a team meanwhile, the index decides; its error becomes the refusal for the captain. */
export async function refusingTwoTeams<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, oneTeamIndex)) throw new Refusal('team_candidate_busy')
    throw error
  }
}
