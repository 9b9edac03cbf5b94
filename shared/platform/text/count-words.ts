import { counted } from '#shared/platform/time/plural.ts'

/** Signs that nobody sees: soft hyphens, joiners, marks of direction. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * How many words a text has, as Word counts them: whatever stands between spaces, a dash as well. The browser and the
 * server count with this same function.
 */
export const countWords = (text: string): number => text.replace(unseen, '').match(/\S+/g)?.length ?? 0

/** «21 слово». */
export const countedWords = (count: number): string => counted(count, 'слово', 'слова', 'слов')

/** How many characters a text has as people count them: a letter with its accent or an emoji is one. */
export const countCharacters = (text: string): number => [...text.normalize('NFC')].length
