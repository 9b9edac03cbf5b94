import { expect, test } from 'vitest'
import { leftWords, progressWords } from './progress-words.ts'

test('SZ-06 progress is told in thousands, and the time that is left rounded', () => {
  expect(progressWords(120_000, 242_405).replaceAll('\u00a0', ' ')).toBe('120 000 из 242 405')
  expect([null, 59, 60, 130, 1260, 3600 * 3].map(leftWords)).toEqual([
    '',
    'Осталось меньше минуты',
    'Осталось около 1 минуты',
    'Осталось около 2 минут',
    'Осталось около 21 минуты',
    'Осталось около 3 часов',
  ])
})
