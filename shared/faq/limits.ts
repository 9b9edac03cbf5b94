/** Maximum depth of the tree. It keeps recursion out of the contract, and the menu readable. */
export const deepestHelp = 4
/** Maximum number of articles of one competition. */
export const mostArticles = 500
export const longestTitle = 200
/** Maximum length of the HTML, in characters. */
export const longestText = 200_000
export const largestHelpImage = 10 * 1024 * 1024
