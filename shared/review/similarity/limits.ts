/** Pairs of similar works on one page. */
export const pairsPage = 50
