import { expect, test } from 'vitest'
import { trackFacts } from './track-facts.ts'

const track = { code: 'a', title: 'А', description: '', stages: 0, opens_at: null, closes_at: null }

test.each([
  [
    { stages: 8, opens_at: '2026-12-01 10:00:00', closes_at: '2027-05-15 23:59:00' },
    '8 этапов, с 01.12.2026 до 15.05.2027',
  ],
  [{ stages: 1, opens_at: '2026-12-01 10:00:00' }, '1 этап, с 01.12.2026'],
  [{ closes_at: '2027-05-15 23:59:00' }, 'до 15.05.2027'],
  [{}, ''],
])('the line about a track has its stages and dates, where known: case %#', (known, words) => {
  expect(trackFacts({ ...track, ...known })).toBe(words)
})
