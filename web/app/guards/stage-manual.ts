import { type Decision, go } from './decision.ts'

/** The first visit to a stage with instructions shows the instructions first. */
export function stageManualGuard(place: { stagePath: string; hasManual: boolean; seen: boolean }): Decision {
  return place.hasManual && !place.seen ? { to: `${place.stagePath}/manual` } : go
}
