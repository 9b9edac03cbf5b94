import { expect, test, vi } from 'vitest'
import { limits } from '#web/platform/limits.ts'
import { lateView, lateViewOf } from './late-view.tsx'

test('a part of a page is loaded once for all callers, and again only some time after a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    let loads = 0
    const view = lateView(async () => {
      loads++
      if (loads === 1) throw new Error('no network')
      return { default: () => null }
    })
    const first = view.come()
    await expect(first).rejects.toBeDefined()
    expect(view.come()).toBe(first)
    expect(first).toMatchObject({ status: 'rejected' })
    vi.advanceTimersByTime(limits.lateViewAgainMs)
    const second = view.come()
    const Part = await second
    expect(view.come()).toBe(second)
    expect(second).toMatchObject({ status: 'fulfilled', value: Part })
    expect(loads).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the same loader has one view', () => {
  const load = async () => ({ default: () => null })
  expect(lateViewOf(load)).toBe(lateViewOf(load))
})
