import { counted } from '#shared/platform/time/plural.ts'

/** A word is a run of letters or digits; a hyphen or an apostrophe inside it does not split it. Any alphabet counts. */
const word = /[\p{L}\p{N}]+(?:[-‐‑'’][\p{L}\p{N}]+)*/gu

/** How many words a text has: the browser and the server count with this same function. */
export const countWords = (text: string): number => text.normalize('NFC').match(word)?.length ?? 0

/** «21 слово». */
export const countedWords = (count: number): string => counted(count, 'слово', 'слова', 'слов')

/** How many characters a text has as people count them: a letter with its accent or an emoji is one. */
export const countCharacters = (text: string): number => [...text.normalize('NFC')].length
