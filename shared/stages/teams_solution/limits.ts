/** How often a page says that its member is still here, in milliseconds. A hidden page may be slowed down to once a minute. */
export const hereEvery = 10_000

/** Who was not heard of for so long is not here any more, in milliseconds. */
export const awayAfter = 35_000

/** A section whose holder was not heard of for so long may be taken by others, in milliseconds. */
export const heldFor = 90_000

/** A file that was being sent when the stage closed may take so long, in milliseconds. */
export const longestUpload = 15 * 60_000

export const versionsPage = 20
export const commentsPage = 30
export const solutionTeamsPage = 20
export const maxComment = 2000
