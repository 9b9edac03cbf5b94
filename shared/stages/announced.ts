/** Kinds that are planned but not built: participants see their stages with a title and a date. */
export const announcedKinds: Readonly<Record<string, string>> = {}
