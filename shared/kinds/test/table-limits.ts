/** A table of questions, in bytes. */
export const bankMaxBytes = 4 * 1024 * 1024
