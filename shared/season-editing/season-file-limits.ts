/** Characters of a file with a whole season. */
export const maxSeasonFile = 12_000_000

/** The body of a call with a season file: as JSON each quote and line end takes one more character. */
export const maxSeasonFileCall = 2 * maxSeasonFile
