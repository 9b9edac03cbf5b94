import { expect, test } from 'vitest'
import { newEnd } from './new-end.ts'

const now = new Date('2026-12-01T12:20:00+03:00')

test('days are added to an end that is ahead', () => {
  expect(newEnd(new Date('2026-12-03T18:00:00+03:00'), now, 2)).toBe('2026-12-05 18:00')
})

test('days are added to the next whole hour when the end is over or there is none', () => {
  expect(newEnd(new Date('2026-11-30T18:00:00+03:00'), now, 1)).toBe('2026-12-02 13:00')
  expect(newEnd(null, now, 7)).toBe('2026-12-08 13:00')
})
