import { expect, test } from 'vitest'
import { onlyWords } from './only-words.ts'

const team = (...means: (number | null)[]) => ({ members: means.map((mean) => ({ mean })) })

test('a team of two is said to pass on words alone, unless figures stand beside it', () => {
  expect(onlyWords(team(null, null))).toBe(true)
  // Three marked each other, then one left.
  expect(onlyWords(team(4.5, 3.8))).toBe(false)
  expect(onlyWords(team(4.5, null))).toBe(false)
  expect(onlyWords(team(null))).toBe(false)
  expect(onlyWords(team(null, null, null))).toBe(false)
})
