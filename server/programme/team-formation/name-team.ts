import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { teamNameFault, teamNameKey, tidyTeamName } from '#shared/programme/team-formation/team-name.ts'

/** The columns of a team name. Throws `team_name_wrong`. */
export function namedTeam(typed: string): { name: string; name_key: string } {
  const fault = teamNameFault(typed)
  if (fault)
    throw new Refusal('team_name_wrong', { fields: { team_name: { rule: 'team_name_wrong', message: fault } } })
  return { name: tidyTeamName(typed), name_key: teamNameKey(typed) }
}

/** When two teams take a name at once, the unique index decides; its error becomes `team_name_taken`. */
export async function refusingTakenName<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'formed_teams_name')) throw error
    const message = wordingOf('team_name_taken')
    throw new Refusal('team_name_taken', { fields: { team_name: { rule: 'team_name_taken', message } } })
  }
}
