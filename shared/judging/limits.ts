/** The longest comment of a judge, in characters. */
export const maxComment = 4000

/** Works on one page of results. */
export const resultsPage = 50
