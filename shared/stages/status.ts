/** The statuses of a stage on the wire (product.md, "One pure function gives the status"). */
export const stageStatuses = [
  'hidden',
  'processing',
  'interrupted',
  'in_progress',
  'available',
  'wait',
  'success',
  'not_allowed',
  'timeover',
  'unavailable_finalist',
] as const

export type StageStatus = (typeof stageStatuses)[number]
