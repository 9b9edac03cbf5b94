import { expect, test } from 'vitest'
import { minutesInWords } from './minutes-in-words.ts'

test.each([
  [1, '1 минута'],
  [40, '40 минут'],
  [60, '1 час'],
  [90, '1 час 30 минут'],
  [1440, '1 день'],
  [2885, '2 дня 5 минут'],
  [4321, '3 дня 1 минута'],
  [1561, '1 день 2 часа'],
])('%i is %s', (minutes, words) => {
  expect(minutesInWords(minutes)).toBe(words)
})
