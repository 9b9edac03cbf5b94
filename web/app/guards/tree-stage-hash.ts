import { type Decision, go } from './decision.ts'

/**
 * When leaving one stage page for another, the address keeps the code of the previous stage, so that the tree opens
 * there. Back finds a step of the history as it was left.
 */
export function treeStageHashGuard(place: {
  to: string
  hash: string
  stageCode: string
  previousStageCode: string | null
  /** Whether Back or Forward leads to a step that was open before. */
  known: boolean
}): Decision {
  if (
    place.known ||
    place.hash !== '' ||
    place.previousStageCode === null ||
    place.previousStageCode === place.stageCode
  )
    return go
  return { to: place.to, hash: place.previousStageCode }
}
