/** The longest comment of a judge, in characters. */
export const maxComment = 4000

/** So many works are decided about by one call. */
export const decidedAtOnce = 500

/** Readings, or conflicts, on one page of an organiser. */
export const readingsPage = 50

/** Works on one page of results. */
export const resultsPage = 50

/** Works that lack judges on one page. */
export const gapsPage = 20
