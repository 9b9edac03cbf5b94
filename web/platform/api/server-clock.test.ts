import { afterEach, expect, test, vi } from 'vitest'
import { keepServerTime, serverNow } from './server-clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('KE-06 a wrong clock of the device, or one that is changed, does not move the time of the server', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-26T22:00:00Z') })
  keepServerTime(new Date('2026-11-26T20:00:00Z'))
  expect(serverNow()).toEqual(new Date('2026-11-26T20:00:00Z'))
  vi.advanceTimersByTime(90_000)
  vi.setSystemTime(new Date('2026-11-26T17:00:00Z'))
  expect(serverNow()).toEqual(new Date('2026-11-26T20:01:30Z'))
})
