import { stagePath, trackPath } from '#shared/stages/addresses.ts'
import { isStageType } from '#shared/stages/kinds.ts'
import { teamsFormingFacts } from '#shared/stages/teams_forming/kind.ts'

/** Where a message leads: to the page of the stage; for who has no track, or for a stage without a page, as near as possible. */
export function addressOfStage(
  competition: string,
  track: string | null,
  stage: { type: string; code: string; view: string },
): string {
  if (track === null) return `/${competition}`
  // A track may have several stages at which teams are formed: the message is about this one.
  if (stage.type === teamsFormingFacts.type)
    return `${trackPath(competition, track)}/stages/${stage.type}/${stage.code}`
  return isStageType(stage.type)
    ? stagePath(competition, track, stage)
    : `${trackPath(competition, track)}#${stage.code}`
}
