import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isMentorReason,
  mentorBoundsInWords,
  mentorReasons,
  mentorSelection,
  mentorsChosenInWords,
} from './selection.ts'

const bounds = { min_mentors: 2, max_mentors: 3 }

test('VL-12 fewer than the minimum is refused', () => {
  expect(mentorSelection(1, bounds)).toEqual({ mayAdd: true, fault: 'too_few', missing: 1 })
  expect(mentorSelection(2, bounds)).toEqual({ mayAdd: true, fault: null, missing: 0 })
})

test('VL-12 the maximum blocks choosing more', () => {
  expect(mentorSelection(3, bounds)).toEqual({ mayAdd: false, fault: null, missing: 0 })
  expect(mentorSelection(4, bounds)).toEqual({ mayAdd: false, fault: 'too_many', missing: 0 })
})

test('VL-12 0 and 0 is unlimited with at least one', () => {
  const unlimited = { min_mentors: 0, max_mentors: 0 }
  expect(mentorSelection(0, unlimited)).toEqual({ mayAdd: true, fault: 'too_few', missing: 1 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (chosen) => {
      expect(mentorSelection(chosen, unlimited)).toEqual({ mayAdd: true, fault: null, missing: 0 })
    }),
  )
})

test('VL-12 when no more can be added, the message is never that there are too few', () => {
  const bound = fc.nat({ max: 10 })
  fc.assert(
    fc.property(fc.nat({ max: 20 }), bound, bound, (chosen, one, other) => {
      const sane = { min_mentors: Math.min(one, other), max_mentors: Math.max(one, other) }
      const { mayAdd, fault } = mentorSelection(chosen, sane)
      expect(mayAdd || fault !== 'too_few').toBe(true)
    }),
  )
})

test('VL-12 the reasons are numbered 1 to 5', () => {
  expect(Object.keys(mentorReasons)).toEqual(['1', '2', '3', '4', '5'])
  expect([0, 1, 5, 6, 1.5].map(isMentorReason)).toEqual([false, true, true, false, false])
})

test('VL-12 the limits are given in words', () => {
  expect(mentorBoundsInWords(bounds)).toBe('Выберите от 2 до 3 наставников')
  expect(mentorBoundsInWords({ min_mentors: 0, max_mentors: 0 })).toBe('Выберите не меньше 1 наставника')
  expect(mentorBoundsInWords({ min_mentors: 1, max_mentors: 1 })).toBe('Выберите 1 наставника')
})

test('SC-08 the counter shows how many are chosen out of how many', () => {
  expect(mentorsChosenInWords(2, { min_mentors: 3, max_mentors: 5 })).toBe('Выбрано 2 из 3–5')
  expect(mentorsChosenInWords(0, { min_mentors: 2, max_mentors: 2 })).toBe('Выбрано 0 из 2')
  expect(mentorsChosenInWords(4, { min_mentors: 0, max_mentors: 0 })).toBe('Выбрано 4, нужно не меньше 1')
})
