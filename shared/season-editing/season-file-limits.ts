/** Characters of such a file. */
export const maxSeasonFile = 12_000_000

/** A call that carries one: quotes and line ends are written with a character more each. */
export const maxSeasonFileCall = 2 * maxSeasonFile
