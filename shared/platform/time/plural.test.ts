import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, plural } from './plural.ts'

test.each([
  [0, '0 дней'],
  [1, '1 день'],
  [2, '2 дня'],
  [4, '4 дня'],
  [5, '5 дней'],
  [11, '11 дней'],
  [12, '12 дней'],
  [14, '14 дней'],
  [21, '21 день'],
  [22, '22 дня'],
  [111, '111 дней'],
  [1001, '1001 день'],
])('a count of %i days reads «%s»', (count, words) => {
  expect(counted(count, 'день', 'дня', 'дней')).toBe(words)
})

test('the form agrees with the plural rules of Russian for every whole number', () => {
  const rules = new Intl.PluralRules('ru')
  fc.assert(fc.property(fc.nat(), (count) => plural(count, 'one', 'few', 'many') === rules.select(count)))
})
