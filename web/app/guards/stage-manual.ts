import { type Decision, go } from './decision.ts'

/** The first visit of a stage with instructions begins with them. */
export function stageManualGuard(place: { stagePath: string; hasManual: boolean; seen: boolean }): Decision {
  return place.hasManual && !place.seen ? { to: `${place.stagePath}/manual` } : go
}
