/** Pairs on one page of the board. */
export const pairsPage = 20
export const maxMergeReason = 500
