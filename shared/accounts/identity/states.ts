/** Where an act on somebody's identity stands. */
export const identityStates = [
  'waiting',
  'told',
  'done',
  'settled',
  'withdrawn',
  'stopped',
  'undone',
  'failed',
] as const
export type IdentityState = (typeof identityStates)[number]

/** An act in these states can still be ended. */
export const openStates = ['waiting', 'told', 'done'] as const satisfies readonly IdentityState[]

/** Hours between the first letter and the act. */
export const noticeHours = 24
/** Days after the act in which the person or an organiser can undo it. */
export const undoDays = 7
