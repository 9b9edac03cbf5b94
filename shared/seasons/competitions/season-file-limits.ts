/** Characters of a file with a whole season. */
export const maxSeasonFile = 12_000_000

/**
 * Bytes of the body of a call with a season file: a Cyrillic character has two, and JSON adds one to each quote and line
 * end.
 */
export const maxSeasonFileCall = 3 * maxSeasonFile
