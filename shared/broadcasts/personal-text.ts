/** Stands for the first name of the person who reads it. */
export const namePlace = '{имя}'

/** The text as one person reads it. */
export const personalText = (text: string, firstName: string): string => text.replaceAll(namePlace, firstName)
