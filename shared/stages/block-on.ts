import type { KindFacts } from './kind-facts.ts'
import type { StageStatus } from './status.ts'

/** The statuses in which a stage page sends the person to the track page, unless its kind says otherwise. */
export const usualBlockOn: readonly StageStatus[] = ['hidden', 'not_allowed', 'unavailable_finalist', 'timeover']

/** For kinds whose page still shows something after the stage has closed: a rejection, a text or the hand-in. */
export const closedToAll: readonly StageStatus[] = ['hidden', 'unavailable_finalist']

/** Whether the page of a stage is closed to the person. */
export function blocksPage(
  stage: { status: StageStatus; is_active: boolean; viewable: boolean },
  kind: Pick<KindFacts, 'blockOn' | 'needsViewable'>,
): boolean {
  if (kind.needsViewable && !stage.viewable && !stage.is_active) return true
  return kind.blockOn.includes(stage.status)
}
