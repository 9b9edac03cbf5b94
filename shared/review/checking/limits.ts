/** How many works a list shows at once. */
export const worksPage = 20
/** Characters of a checker's words to the participant, and of a note to other checkers. */
export const maxWords = 3000
/** Characters of a remark on one field. */
export const maxRemark = 2000
/** The count of a longer queue is shown as «больше N». */
export const countedWorks = 100
