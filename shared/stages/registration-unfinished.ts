import type { StageStatus } from './status.ts'

const finished: readonly StageStatus[] = [
  'wait',
  'success',
  'not_allowed',
  'in_progress',
  'timeover',
  'unavailable_finalist',
]

/** Whether the person still has to register in the competition. */
export const registrationUnfinished = (status: StageStatus): boolean => !finished.includes(status)
