/** How often a page says that its member is still here, in milliseconds. A hidden page may be slowed down to once a minute. */
export const hereEvery = 10_000

/** Who was not heard of for so long is not here any more, in milliseconds. */
export const awayAfter = 35_000

/** A section whose holder was not heard of for so long may be taken by others, in milliseconds. */
export const heldFor = 90_000

export const versionsPage = 20
export const commentsPage = 30
export const solutionTeamsPage = 20
export const maxComment = 2000

/** So many works are printed, and their files packed, at once: what is more comes in the next part. */
export const solutionsOfPart = 200

/** The files of a part, in bytes. One work may have more, and is then a part of its own. */
export const bytesOfPart = 200 * 1024 * 1024
