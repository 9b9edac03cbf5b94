/** Replaced by the first name of the recipient. */
export const namePlace = '{имя}'

/** The text as one person reads it. */
export const personalText = (text: string, firstName: string): string => text.replaceAll(namePlace, firstName)
