/** A pattern for `ilike`: texts that contain the given words. `%`, `_` and `\` stand for themselves. */
export const containing = (words: string): string => `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
