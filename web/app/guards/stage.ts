import { blocksPage } from '#shared/stages/block-on.ts'
import type { KindFacts } from '#shared/stages/kind-facts.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { type Decision, go } from './decision.ts'

interface GuardedStage {
  status: StageStatus
  is_active: boolean
  extra_data: { viewable: boolean }
}

/** Redirects to the track when the stage is unknown or closed to the person. */
export function stageGuard(place: {
  trackPath: string
  stage: GuardedStage | null
  kind: Pick<KindFacts, 'blockOn' | 'needsViewable'>
}): Decision {
  const { stage, kind } = place
  if (!stage) return { to: place.trackPath }
  return blocksPage({ ...stage, viewable: stage.extra_data.viewable }, kind) ? { to: place.trackPath } : go
}
