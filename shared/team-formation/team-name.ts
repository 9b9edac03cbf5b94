import { teamNameMost } from './limits.ts'

/** Capital letters that look the same in both alphabets, and the digits that pass for letters. */
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
 * A name as it is compared: two teams whose keys are equal would be taken for one another. Case, spaces, signs, ё and е,
 * and letters of the two alphabets that look alike make no difference.
 */
export function teamNameKey(name: string): string {
  return [...name.normalize('NFKC').toUpperCase()]
    .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
    .map((sign) => lookAlike[sign] ?? sign)
    .join('')
}

/** The name as it is kept: without spaces around it and doubled ones inside. */
export const tidyTeamName = (name: string): string => name.trim().replace(/\s+/g, ' ')

/** What is wrong with a name, as a sentence, or null. */
export function teamNameFault(name: string): string | null {
  if ([...tidyTeamName(name)].length > teamNameMost) return `Сократите название до ${teamNameMost} символов`
  return teamNameKey(name).length < 2 ? 'Введите название: хотя бы две буквы или цифры' : null
}
