import { type Decision, go } from './decision.ts'

/** Kept in the browser for each person and stage; set when the manual is really shown, never by a preload. */
export const manualSeenKey = (testId: number, stageId: number) => `manual:${testId}:${stageId}`

/** The first visit of a stage with instructions begins with them. */
export function stageManualGuard(place: { stagePath: string; hasManual: boolean; seen: boolean }): Decision {
  return place.hasManual && !place.seen ? { to: `${place.stagePath}/manual` } : go
}
