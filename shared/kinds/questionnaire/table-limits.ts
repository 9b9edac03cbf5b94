/** A table of items and keys, in bytes. */
export const tableMaxBytes = 2 * 1024 * 1024
