import { readFileSync } from 'node:fs'

/**
 * The 3000 most common leaked passwords, most common first, then the longer ones among the next 46,000 that have
 * letters and digits. From the zxcvbn project (MIT).
 */
export const commonPasswords: readonly string[] = readFileSync(
  new URL('./common-passwords.txt', import.meta.url),
  'utf8',
).split('\n')

/** Words that every user of this site thinks of. */
const siteWords = ['leader', 'lider', 'лидер', 'konkurs', 'конкурс', 'portal', 'портал']
/** Russian words that the list lacks, in Latin letters and in their own. */
const russianWords = [
  'parol',
  'lubov',
  'rossiya',
  'moskva',
  'zaya',
  'пароль',
  'привет',
  'йцукен',
  'любовь',
  'россия',
  'москва',
  'солнышко',
  'наташа',
]

const words = new Set([...commonPasswords, ...russianWords].map((word) => letters(word)))
const maxWordLength = Math.max(...[...words].map((word) => word.length))
const whole = new Set(commonPasswords)

/** Attackers first try one or two common words, with capitals, digits, punctuation, and digits instead of letters. */
const fewParts = 2
/** Four letters among digits are not a word, and years, dates and phone numbers are easy to guess. */
const fewLetters = 4

export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase()
  if (whole.has(typed) || new Set(typed).size < 5) return true
  const spellings = [...folded(typed), lettersForDigits(typed)]
  if (spellings.some((spelling) => siteWords.some((word) => spelling.includes(word)))) return true
  const texts = spellings.flatMap((spelling) => folded(letters(spelling)))
  return texts.some((text) => text.length <= fewLetters || partsOf(text) <= fewParts)
}

/** The minimum number of common words and single letters that the text consists of. */
function partsOf(text: string): number {
  const parts = [0]
  for (let end = 1; end <= text.length; end += 1) {
    let min = (parts[end - 1] as number) + 1
    for (let length = 4; length <= Math.min(maxWordLength, end); length += 1)
      if (words.has(text.slice(end - length, end))) min = Math.min(min, (parts[end - length] as number) + 1)
    parts.push(min)
  }
  return parts.at(-1) as number
}

/** Digits and punctuation add nothing to a word: people append a year and an exclamation mark. */
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

/** Only inside the word: digits before or after it are a number. */
function lettersForDigits(text: string): string {
  const word = text.replace(/^[^\p{L}@$]+|(?<![^\p{L}@$])[^\p{L}@$]+$/gu, '')
  return word.replace(/[013457@$!]/g, (sign) => stands[sign] ?? sign)
}

/** The text and its versions without repetition: `Ab1Ab1Ab1` is no better than `Ab1`. */
function folded(text: string): string[] {
  const shorter = text.replace(/(.{3,64})\1+/gsu, '$1')
  return shorter === text ? [text] : [text, ...folded(shorter)]
}
