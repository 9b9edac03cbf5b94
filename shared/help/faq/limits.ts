/** Maximum depth of the tree. It keeps recursion out of the contract, and the menu readable. */
export const maxHelpDepth = 4
/** Maximum number of articles of one competition. */
export const maxArticles = 500
export const maxTitleLength = 200
/** Maximum length of the HTML, in characters. */
export const maxTextLength = 200_000
