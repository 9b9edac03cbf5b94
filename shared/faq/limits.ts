/** Levels of articles below one another; it keeps the contract free of recursion and the menu readable. */
export const deepestHelp = 4
/** Articles of one competition. */
export const mostArticles = 500
export const longestTitle = 200
/** Characters of HTML. */
export const longestText = 200_000
export const largestHelpImage = 10 * 1024 * 1024
