export const maxSections = 40
/** Less than the number of names that an answer may have (shared/forms/fields/wire.ts). */
export const maxFieldsOfForm = 250
/** Options of one question; longer lists are dictionaries. */
export const maxOptions = 100
export const maxKeepDays = 3650
/** A dictionary that a competition loads from a table. */
export const dictionaryMaxBytes = 4 * 1024 * 1024
export const dictionaryMaxRows = 20_000
