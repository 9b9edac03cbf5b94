/** Slots of one plan. */
export const maxSlotsAtOnce = 200
/** Marks of one call. */
export const maxMarksAtOnce = 200
export const maxCapacity = 10_000
export const maxEventReason = 500
