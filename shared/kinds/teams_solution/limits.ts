/**
 * How often a page reports that its member is present, in milliseconds. A browser may slow a hidden page down to once a
 * minute.
 */
export const presenceEvery = 10_000

/** A member is no longer present after this silence, in milliseconds. */
export const awayAfter = 35_000

/** Others may take a section after this silence of its holder, in milliseconds. */
export const sectionFreeAfter = 90_000

export const versionsPage = 20
export const commentsPage = 30
export const solutionTeamsPage = 20
export const maxComment = 2000

/** Works that are printed, and whose files are packed, in one part; further works are in the next part. */
export const solutionsOfPart = 200

/** The size of the files of a part, in bytes. A work with more is a part of its own. */
export const bytesOfPart = 200 * 1024 * 1024
