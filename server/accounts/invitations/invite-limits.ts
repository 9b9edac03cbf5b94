import type { DispatchRule } from '#server/messages/outbox/dispatch-limits.ts'

const day = 24 * 3600

/** Maximum number of letters to one address, from all inviters together. */
export const lettersToOneAddress: DispatchRule[] = [
  { max: 1, seconds: day },
  { max: 3, seconds: 30 * day },
]

/** Maximum number of letters of a competition: a flood would harm the reputation of our mail. */
export const lettersOfCompetition: DispatchRule = { max: 500, seconds: 6 * 3600 }

/** One person can invite one address to one competition once in this time. */
export const againAfterSeconds = 30 * day
