import { expect, test } from 'vitest'
import { passwordFaults } from '#shared/platform/text/password.ts'
import { commonPasswords, isCommonPassword } from './common-passwords.ts'

/** How people change a word until a site accepts it. */
const changes = [
  (word: string) => `${capital(word)}2026${'!'.repeat(12)}`.slice(0, Math.max(12, word.length + 4)),
  (word: string) => `${capital(word)}1234567890`.slice(0, Math.max(12, word.length + 3)),
  (word: string) => `1990${word.toUpperCase()}a1990`,
  (word: string) => `${capital(word)}${capital(word)}${capital(word)}1`,
]
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

test('R-02 three thousand common passwords are refused, however they are changed to fit the rule', () => {
  const changed = commonPasswords.slice(0, 3000).flatMap((word) => changes.map((change) => change(word)))
  const fitting = changed.filter((password) => passwordFaults(password).length === 0)
  expect(fitting.length).toBeGreaterThan(3000)
  expect(fitting.filter((password) => !isCommonPassword(password))).toEqual([])
})

test.each([
  'Password1234',
  'P4ssw0rd!2026',
  '1qaz2wsx3EDC',
  'Qwerty123456',
  'DragonMonkey12',
  'Ab1Ab1Ab1Ab1Ab1',
  'Gfhjkm123456',
  'Привет123456',
  'Leader-Volna-4817',
  'МойКонкурс-48-Зима',
  // A word of this site with digits and signs in place of letters.
  ...['P0rtal', 'L1der', 'Lead3r', 'Le4der', 'le5Konkur5Le', 'Por7al', 'Le@der', 'Konkur$', 'L!der'].map(
    (word) => `Kedr-${word}-Volna`,
  ),
  ...['Parol', 'Privet', 'Lubov', 'Rossiya', 'Russia', 'Moskva', 'Zaya', 'Gfhjkm', 'Ghbdtn'].map(
    (word) => `${word}-Пароль-48173`,
  ),
  'Xkqz-4817390!',
  'xkqzkxzqxzkq',
])('R-02 "%s" is easily guessed', (password) => expect(isCommonPassword(password)).toBe(true))

test.each([
  'Kedr-Volna-4817-Zima',
  'xK9#mQ2vLw7pRt',
  'Зелёный-Трамвай-417',
  'correctly Stapled 7 batteries',
  'Xkqzw-4817390!',
  'xkqzwkzxqw',
  'DragonMonkeyShadow12',
  'Xkqzw17!Xkqzw17!',
])('R-02 "%s" is not easily guessed', (password) => expect(isCommonPassword(password)).toBe(false))

test('every password of the list is refused unchanged', () => {
  expect(commonPasswords.filter((password) => !isCommonPassword(password))).toEqual([])
})
