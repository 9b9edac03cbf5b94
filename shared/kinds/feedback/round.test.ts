import { expect, test } from 'vitest'
import { roundAt } from './round.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const round = (asked: 'before' | 'after' | 'both', submitted: number | null, result: number | null) => {
  const stage = {
    submittedAt: submitted === null ? null : ago(submitted),
    resultAt: result === null ? null : ago(result),
  }
  return roundAt({ asked, hours: 24 }, stage, now)
}

test('people are asked the set number of hours after a hand-in, while it has no outcome, and again after the outcome', () => {
  const nothing = { round: null, changesAt: null }
  expect([round('both', null, null), round('after', 99, null), round('before', 99, 30)]).toEqual([
    nothing,
    nothing,
    nothing,
  ])
  expect(round('both', 24, null)).toEqual({ round: 'before', changesAt: null })
  expect(round('before', 23, null)).toEqual({ round: null, changesAt: ago(-1) })
  expect(round('both', 99, 24)).toEqual({ round: 'after', changesAt: null })
  expect(round('after', 99, 20)).toEqual({ round: null, changesAt: ago(-4) })
})

test('feedback about the whole competition does not depend on a stage', () => {
  expect(roundAt({ asked: 'both', hours: 24 }, null, now)).toEqual({ round: 'after', changesAt: null })
  expect(roundAt({ asked: 'before', hours: 24 }, null, now).round).toBe('before')
})
