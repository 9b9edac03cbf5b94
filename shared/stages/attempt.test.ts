import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Attempt,
  attemptDeadline,
  attemptIfBegun,
  attemptState,
  connectionLostAfter,
  heartbeatEvery,
  silenceAfter,
} from './attempt.ts'

const minute = 60_000
const begunAt = new Date('2026-12-05T12:00:00+03:00')
const later = (ms: number, moment = begunAt) => new Date(moment.getTime() + ms)
const attempt: Attempt = {
  begunAt,
  limitMinutes: 40,
  extraMinutes: 0,
  heardAt: begunAt,
  finishedAt: null,
  finishedBy: null,
}
const heardAt = (now: Date) => ({ ...attempt, heardAt: now })

describe('the deadline', () => {
  const minutes = fc.integer({ min: 0, max: 600 })
  const close = fc.option(fc.integer({ min: 1, max: 50_000_000 }), { nil: null })
  const closing = (ms: number | null) => (ms === null ? null : later(ms))

  test('is the person’s own time with extra minutes, or the end of the stage for the person when that is earlier', () => {
    fc.assert(
      fc.property(minutes, minutes, close, (limitMinutes, extraMinutes, closes) => {
        const closesAt = closing(closes)
        const own = later((limitMinutes + extraMinutes) * minute).getTime()
        const expected = Math.min(own, closesAt?.getTime() ?? Number.POSITIVE_INFINITY)
        expect(attemptDeadline({ begunAt, limitMinutes, extraMinutes }, closesAt)?.getTime()).toBe(expected)
      }),
    )
  })

  test('is never made earlier by extra minutes or by a later end of the stage', () => {
    fc.assert(
      fc.property(minutes, minutes, close, minutes, (limitMinutes, extraMinutes, closes, more) => {
        const before = attemptDeadline({ begunAt, limitMinutes, extraMinutes }, closing(closes))
        const longer = attemptDeadline({ begunAt, limitMinutes, extraMinutes: extraMinutes + more }, closing(closes))
        const extendedTo = closing(closes === null ? null : closes + more * minute)
        const extended = attemptDeadline({ begunAt, limitMinutes, extraMinutes }, extendedTo)
        expect(Number(longer)).toBeGreaterThanOrEqual(Number(before))
        expect(Number(extended)).toBeGreaterThanOrEqual(Number(before))
      }),
    )
  })

  test('without a time limit is the end of the stage, or null when the stage has no end', () => {
    const unlimited = { begunAt, limitMinutes: null, extraMinutes: 0 }
    expect(attemptDeadline(unlimited, later(minute))).toEqual(later(minute))
    expect(attemptDeadline(unlimited, null)).toBeNull()
  })
})

describe('the state', () => {
  test('an attempt is finished a millisecond after the five seconds of grace, not at their last moment', () => {
    const last = later(40 * minute + 5_000)
    expect(attemptState(heardAt(last), null, last).state).toBe('running')
    expect(attemptState(heardAt(last), null, later(1, last))).toEqual({
      state: 'finished',
      by: 'deadline',
      deadline: later(40 * minute),
    })
  })

  test('a device that is silent for over a minute has lost its connection, and its time continues to run', () => {
    expect(attemptState(attempt, null, later(minute)).state).toBe('running')
    expect(attemptState(attempt, null, later(minute + 1))).toMatchObject({
      state: 'interrupted',
      deadline: later(40 * minute),
    })
    expect(attemptState(attempt, null, later(41 * minute)).state).toBe('finished')
  })

  test('a finished attempt keeps who finished it, and without an attempt there is no deadline', () => {
    const finished: Attempt = { ...attempt, finishedAt: later(minute), finishedBy: 'person' }
    expect(attemptState(finished, null, later(90 * minute))).toMatchObject({ state: 'finished', by: 'person' })
    expect(attemptState(null, null, begunAt)).toEqual({ state: 'not_begun', by: null, deadline: null })
  })

  test('a finished attempt never runs again while the clock moves forward', () => {
    const moments = fc.integer({ min: 0, max: 100 * minute })
    fc.assert(
      fc.property(moments, moments, fc.option(moments, { nil: null }), (first, second, closes) => {
        const [early, late] = [Math.min(first, second), Math.max(first, second)]
        const closesAt = closes === null ? null : later(closes)
        if (attemptState(attempt, closesAt, later(early)).state === 'finished')
          expect(attemptState(attempt, closesAt, later(late)).state).toBe('finished')
      }),
    )
  })
})

describe('before the start', () => {
  const window = { opensAt: null, closesAt: later(30 * minute) }

  test('the minutes that are really available are given, and the moment at which the attempt would end', () => {
    expect(attemptIfBegun(40, window, begunAt)).toEqual({ endsAt: window.closesAt, minutes: 30, cutShort: true })
    expect(attemptIfBegun(20, window, begunAt)).toEqual({ endsAt: later(20 * minute), minutes: 20, cutShort: false })
    expect(attemptIfBegun(null, { opensAt: null, closesAt: null }, begunAt)).toEqual({
      endsAt: null,
      minutes: null,
      cutShort: false,
    })
  })

  test('nothing is promised while the stage is closed', () => {
    expect(attemptIfBegun(40, window, later(30 * minute))).toBeNull()
    expect(attemptIfBegun(40, { opensAt: later(minute), closesAt: null }, begunAt)).toBeNull()
  })
})

test('a silence is noted after two intervals of the heartbeat, a lost connection after five', () => {
  expect([silenceAfter, connectionLostAfter].map((each) => each / heartbeatEvery)).toEqual([2, 5])
})
