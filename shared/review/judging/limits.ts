/** The longest comment of a judge, in characters. */
export const maxComment = 4000

/** Works that one call can decide about. */
export const decidedAtOnce = 500

/** Readings, or conflicts, on one page of the organiser's lists. */
export const readingsPage = 50

/** Works on one page of results. */
export const resultsPage = 50

/** Works that lack judges on one page. */
export const gapsPage = 20
