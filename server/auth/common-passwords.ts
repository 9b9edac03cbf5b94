import { readFileSync } from 'node:fs'

/**
 * The 3000 most common passwords of known leaks, most common first, then the longer ones among the next 46,000 that
 * hold letters and digits. From the zxcvbn project (MIT).
 */
export const commonPasswords: readonly string[] = readFileSync(
  new URL('./common-passwords.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter(Boolean)

/** Words that everybody on this site has in mind. */
const siteWords = ['leader', 'lider', 'лидер', 'konkurs', 'конкурс', 'portal', 'портал']
/** What Russians type in common: their words, in Latin letters and on the Latin keyboard. */
const russianWords = [
  'parol',
  'privet',
  'lubov',
  'rossiya',
  'russia',
  'moskva',
  'zaya',
  'gfhjkm',
  'ghbdtn',
  'пароль',
  'привет',
  'йцукен',
  'любовь',
  'россия',
  'москва',
  'солнышко',
  'наташа',
]

const words = new Set(
  [...commonPasswords, ...russianWords].map((word) => letters(word)).filter((word) => word.length > 3),
)
const longestWord = Math.max(...[...words].map((word) => word.length))
const whole = new Set(commonPasswords)

/** A guesser tries a common word or two first, with capitals, digits, signs and letters written as digits. */
const fewParts = 2
/** Four letters in a row of digits are no word, and a year, a date or a telephone is soon guessed. */
const fewLetters = 4

export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase()
  if (whole.has(typed) || new Set(typed).size < 5) return true
  const spellings = [...folded(typed), lettersForDigits(typed)]
  if (spellings.some((spelling) => siteWords.some((word) => spelling.includes(word)))) return true
  const texts = spellings.flatMap((spelling) => folded(letters(spelling)))
  return texts.some((text) => text.length <= fewLetters || partsOf(text) <= fewParts)
}

/** How many common words and single letters make up a text, at the least. */
function partsOf(text: string): number {
  const parts = [0]
  for (let end = 1; end <= text.length; end += 1) {
    let least = (parts[end - 1] ?? 0) + 1
    for (let length = 4; length <= Math.min(longestWord, end); length += 1)
      if (words.has(text.slice(end - length, end))) least = Math.min(least, (parts[end - length] ?? 0) + 1)
    parts.push(least)
  }
  return parts.at(-1) ?? 0
}

/** Digits and signs add nothing to a word: people put a year and an exclamation mark. */
function letters(text: string): string {
  return text.replace(/[^\p{L}]/gu, '')
}

const stands: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Within the word only: what stands before and after it is a number. */
function lettersForDigits(text: string): string {
  const word = text.replace(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, '')
  return word.replace(/[013457@$!]/g, (sign) => stands[sign] ?? sign)
}

/** The text, and what is left as its repetitions fall away: `Ab1Ab1Ab1` is no better than `Ab1`. */
function folded(text: string): string[] {
  const shorter = text.replace(/(.{3,64})\1+/gsu, '$1')
  return shorter === text ? [text] : [text, ...folded(shorter)]
}
