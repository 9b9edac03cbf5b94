import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Refetched, refetchDelay } from './refetch.ts'
import { stageStatuses } from './status.ts'

const now = new Date('2026-12-01T12:00:00+03:00')
const later = (ms: number) => new Date(now.getTime() + ms)
const stage = (status: Refetched['status'], startsAt: Date | null = null, endsAt: Date | null = null): Refetched => ({
  status,
  startsAt,
  endsAt,
})
const minute = 60_000

describe('when the stages are refetched', () => {
  test('ST-06 stages are not refetched while none is processing or interrupted and no date is near', () => {
    expect(refetchDelay([stage('available', null, later(30 * minute + 1))], now, 0)).toBeNull()
    expect(refetchDelay([], now, 0)).toBeNull()
    expect(refetchDelay([stage('wait', later(-1), later(-1))], now, 0)).toBeNull()
  })

  test('ST-06 a processing or interrupted stage is refetched in 30 seconds plus the jitter', () => {
    expect(refetchDelay([stage('processing')], now, 0)).toBe(40_000)
    expect(refetchDelay([stage('interrupted', null, later(86_400_000))], now, 0.999999999)).toBe(210_000)
  })

  test('ST-06 a boundary nearer than 30 seconds replaces the 30 seconds', () => {
    expect(refetchDelay([stage('processing', null, later(5_000))], now, 0)).toBe(15_000)
  })

  test('ST-06 a start or end within 30 minutes also causes a refetch', () => {
    expect(refetchDelay([stage('available', null, later(30 * minute))], now, 0)).toBe(40_000)
    expect(refetchDelay([stage('wait', later(1_000))], now, 0)).toBe(11_000)
    expect(refetchDelay([stage('wait', now)], now, 0)).toBe(10_000)
  })

  test('ST-06 the delay is at least the jitter and at most 30 seconds plus the jitter', () => {
    const moment = fc.option(fc.integer({ min: -10_000_000, max: 10_000_000 }).map(later))
    const anyStage = fc.record({ status: fc.constantFrom(...stageStatuses), startsAt: moment, endsAt: moment })
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.array(anyStage), random, (stages, chance) => {
        const delay = refetchDelay(stages, now, chance)
        if (delay === null) return
        expect(delay).toBeGreaterThanOrEqual(10_000)
        expect(delay).toBeLessThanOrEqual(210_000)
      }),
    )
  })
})
