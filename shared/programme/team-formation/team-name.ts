import { maxTeamNameLength } from './limits.ts'

/** Capital letters that look the same in both alphabets, and digits that look like letters. */
const lookAlike: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  Ё: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  Y: 'У',
  '0': 'О',
  '3': 'З',
}

/**
 * The key by which names are compared: two teams with the same key have names that readers would confuse. Case,
 * spaces, punctuation, ё and е, and similar letters of the two alphabets make no difference.
 */
export function teamNameKey(name: string): string {
  return [...name.normalize('NFKC').toUpperCase()]
    .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
    .map((sign) => lookAlike[sign] ?? sign)
    .join('')
}

/** The name as it is stored: trimmed, with single spaces. */
export const tidyTeamName = (name: string): string => name.trim().replace(/\s+/g, ' ')

/** What is wrong with a name, as a sentence, or null. */
export function teamNameFault(name: string): string | null {
  if ([...tidyTeamName(name)].length > maxTeamNameLength) return `Сократите название до ${maxTeamNameLength} символов`
  return teamNameKey(name).length < 2 ? 'Введите название: хотя бы две буквы или цифры' : null
}
