import type { StageStatus } from './status.ts'

/** The statuses in which a stage page sends the person to the track page, unless a kind says otherwise. */
export const blockOn: readonly StageStatus[] = ['hidden', 'not_allowed', 'unavailable_finalist', 'timeover']

const closedToAll: readonly StageStatus[] = ['hidden', 'unavailable_finalist']

/** Kinds whose page has something to say to those who may not go on. */
const ownBlockOn: Readonly<Record<string, readonly StageStatus[]>> = {
  // The reason of a refusal and what comes after it.
  registration: [...closedToAll, 'timeover'],
  // The text is there for everybody, and a rejection may be taken back.
  rules: closedToAll,
  // What was handed in, why it was refused, and a draft that was not handed in.
  form: closedToAll,
  // The own team, locked or judged.
  teams_forming: closedToAll,
  // Whom one has chosen, and the meetings held.
  mentor_choice: closedToAll,
  final_mentor_choose: closedToAll,
  mentor_meetings: closedToAll,
}

export const blockOnOf = (type: string): readonly StageStatus[] =>
  Object.hasOwn(ownBlockOn, type) ? (ownBlockOn[type] ?? blockOn) : blockOn

/**
 * Whether the page of a stage is closed to the person. A form that is neither viewable nor active is closed whatever its
 * status; one that is viewable stays readable after its end.
 */
export function blocksPage(
  stage: { type: string; status: StageStatus; is_active: boolean; viewable: boolean },
  blocked: readonly StageStatus[] = blockOnOf(stage.type),
): boolean {
  const isForm = stage.type === 'form' || stage.type === 'multiform'
  if (isForm && !stage.viewable && !stage.is_active) return true
  return blocked.includes(stage.status)
}
