import type { StageStatus } from './status.ts'

/** The statuses in which a stage page sends the person to the track page, unless a kind says otherwise. */
export const blockOn: readonly StageStatus[] = ['hidden', 'not_allowed', 'unavailable_finalist', 'timeover']

/**
 * Whether the page of a stage is closed to the person. A form that is neither viewable nor active is closed whatever its
 * status; one that is viewable stays readable after its end.
 */
export function blocksPage(
  stage: { type: string; status: StageStatus; is_active: boolean; viewable: boolean },
  blocked: readonly StageStatus[] = blockOn,
): boolean {
  const isForm = stage.type === 'form' || stage.type === 'multiform'
  if (isForm && !stage.viewable && !stage.is_active) return true
  return blocked.includes(stage.status)
}
