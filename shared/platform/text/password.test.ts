import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordFaults, passwordRefusal, passwordsMismatch } from './password.ts'

test.each([
  'Demo-Leader-2026',
  'Лидеры-России1',
  'Abcdefghijk1',
  'пароль Пароль 7',
])('VL-13 «%s» is a valid password', (password) => expect(passwordRefusal(password, password)).toBeNull())

test.each([
  ['Abcdefghij1', ['too_short']],
  ['abcdefghijk1', ['no_upper']],
  ['ABCDEFGHIJK1', ['no_lower']],
  ['Abcdefghijkl', ['no_digit']],
  ['', ['too_short', 'no_upper', 'no_lower', 'no_digit']],
  [`Aa1${'x'.repeat(126)}`, ['too_long']],
])('VL-13 everything that a password lacks is listed: «%s»', (password, faults) => {
  expect(passwordFaults(password)).toEqual(faults)
  expect(passwordRefusal(password, password)).toBe('password_too_simple')
})

test('VL-13 12 and 128 characters are both allowed', () => {
  expect(passwordFaults(`Aa1${'x'.repeat(9)}`)).toEqual([])
  expect(passwordFaults(`Aa1${'x'.repeat(125)}`)).toEqual([])
})

test('VL-13 Cyrillic letters count as letters and characters are counted, not their bytes', () => {
  expect(passwordFaults('Ёёёёёёёёёёё1')).toEqual([])
  expect(passwordFaults('Яя1😀😀😀😀😀😀😀😀')).toEqual(['too_short'])
})

test('VL-13 a repetition with any difference does not match', () => {
  expect(passwordsMismatch).toBe('Пароли не совпадают')
  fc.assert(
    fc.property(fc.string(), (other) => {
      const expected = other === 'Demo-Leader-2026' ? null : 'passwords_mismatch'
      expect(passwordRefusal('Demo-Leader-2026', other)).toBe(expected)
    }),
  )
})
