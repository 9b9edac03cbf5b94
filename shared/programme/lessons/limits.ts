/** Characters of the reason of a cancelled lesson. */
export const maxReason = 1000

/** Pairs of pictures on a page of the organiser's list. */
export const photoPairsPage = 12
