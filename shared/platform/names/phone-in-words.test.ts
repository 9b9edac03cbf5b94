import { expect, test } from 'vitest'
import { phoneInWords } from './phone-in-words.ts'

test('a Russian number is shown in groups, a number of another country stays as it is', () => {
  expect(phoneInWords('+79161234567')).toBe('+7 916 123-45-67')
  expect(phoneInWords('+375291234567')).toBe('+375291234567')
})
