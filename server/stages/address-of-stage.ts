import { stagePath, trackPath } from '#shared/stages/addresses.ts'
import { isStageType } from '#shared/stages/kinds.ts'
import { teamsFormingFacts } from '#shared/stages/teams_forming/kind.ts'

/** The address in a message: the page of the stage or, without a track or without such a page, the nearest one. */
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
