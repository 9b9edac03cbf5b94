import { expect, test } from 'vitest'
import { onlyWords } from './only-words.ts'

const team = (...means: (number | null)[]) => ({ members: means.map((mean) => ({ mean })) })

test('a team of two passes on words alone, unless a member has figures', () => {
  expect(onlyWords(team(null, null))).toBe(true)
  // Three marked each other, then one left.
  expect(onlyWords(team(4.5, 3.8))).toBe(false)
  expect(onlyWords(team(4.5, null))).toBe(false)
  expect(onlyWords(team(null))).toBe(false)
  expect(onlyWords(team(null, null, null))).toBe(false)
})
