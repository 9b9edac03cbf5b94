import type { DispatchRule } from '#server/outbox/dispatch-limits.ts'

const day = 24 * 3600

/** How many letters one address gets, whoever invites it. */
export const lettersToAnAddress: DispatchRule[] = [
  { most: 1, seconds: day },
  { most: 3, seconds: 30 * day },
]

/** What the whole portal sends in a day: a flood would ruin the name of our mail for everybody. */
export const lettersInAll: DispatchRule = { most: 2000, seconds: day }

/** One person invites one address to one competition once in this time. */
export const againAfterSeconds = 30 * day
