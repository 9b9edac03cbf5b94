import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeDoors, keepDoorHost, keptDoorHost } from './door-host.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the host who opened a door is kept on this device for three days, for doors only, and by number alone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') })
  expect(keptDoorHost('/desk/doors/7')).toBeNull()
  keepDoorHost(41)
  expect(keptDoorHost('/desk/doors/7')).toMatchObject({ id: 41, roles: ['assessor'], email: '' })
  for (const path of ['/desk', '/desk/doors', '/desk/doors/7/more', '/desk/doors/x', '/ru_season_5/desk/doors/7'])
    expect(keptDoorHost(path), path).toBeNull()
  expect([...stored.values()].map((kept) => Object.keys(JSON.parse(kept)))).toEqual([['test_id', 'until']])
  vi.setSystemTime(new Date('2026-11-24T09:00:00Z'))
  expect(keptDoorHost('/desk/doors/7')).toBeNull()
})

test('after the end of a session no door opens without a network, and a damaged record names no host', () => {
  closeDoors()
  expect(stored.size).toBe(0)
  keepDoorHost(41)
  closeDoors()
  expect(keptDoorHost('/desk/doors/7')).toBeNull()
  for (const torn of ['', 'null', '{}', '{"test_id":"41","until":9e15}']) {
    stored.set('door-host', torn)
    expect(keptDoorHost('/desk/doors/7')).toBeNull()
  }
})
