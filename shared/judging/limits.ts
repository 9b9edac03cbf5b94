/** The longest comment of a judge, in characters. */
export const maxComment = 4000

/** So many works are decided about by one call. */
export const decidedAtOnce = 500

/** Works on one page of results. */
export const resultsPage = 50
