import { blocksPage } from '#shared/stages/block-on.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { type Decision, go } from './decision.ts'

interface GuardedStage {
  type: string
  status: StageStatus
  is_active: boolean
  extra_data: { viewable: boolean }
}

/** Back to the track from a stage that is unknown or closed to the person. */
export function stageGuard(place: {
  trackPath: string
  stage: GuardedStage | null
  blockOn: readonly StageStatus[]
}): Decision {
  const { stage } = place
  if (!stage) return { to: place.trackPath }
  const blocked = blocksPage({ ...stage, viewable: stage.extra_data.viewable }, place.blockOn)
  return blocked ? { to: place.trackPath } : go
}
