import { type Decision, go } from './decision.ts'

/**
 * When leaving one stage page for another, the address keeps the code of the previous stage, so that the tree opens
 * there.
 */
export function treeStageHashGuard(place: {
  to: string
  hash: string
  stageCode: string
  previousStageCode: string | null
}): Decision {
  if (place.hash !== '' || place.previousStageCode === null || place.previousStageCode === place.stageCode) return go
  return { to: place.to, hash: place.previousStageCode }
}
