import { expect, test } from 'vitest'
import { progressWords } from './progress-words.ts'

test('SZ-06 progress is told with the time that is left, rounded', () => {
  const words = (seconds: number | null) => progressWords(120_000, 242_405, seconds).replaceAll('\u00a0', ' ')
  expect([null, 59, 60, 130, 1260, 3600 * 3].map(words)).toEqual([
    '120 000 из 242 405',
    '120 000 из 242 405, осталось меньше минуты',
    '120 000 из 242 405, осталось около 1 минуты',
    '120 000 из 242 405, осталось около 2 минут',
    '120 000 из 242 405, осталось около 21 минуты',
    '120 000 из 242 405, осталось около 3 часов',
  ])
})
