import { stagePath, trackPath } from '#shared/stages/addresses.ts'
import type { SeasonStage } from './season.ts'

/** The address in a message: the page of the stage or, without a track or without such a page, the nearest one. */
export function addressOfStage(
  competition: string,
  track: string | null,
  stage: Pick<SeasonStage, 'type' | 'code' | 'view' | 'kind'>,
): string {
  if (track === null) return `/${competition}`
  // A track may have several stages at which teams are formed: the message is about this one.
  if (stage.type === 'teams_forming') return `${trackPath(competition, track)}/stages/${stage.type}/${stage.code}`
  return stage.kind ? stagePath(competition, track, stage) : `${trackPath(competition, track)}#${stage.code}`
}
