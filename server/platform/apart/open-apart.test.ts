import { expect, test, vi } from 'vitest'
import type costlyTask from '#server/testing/costly-task.ts'
import { patience } from '#server/testing/patience.ts'
import { lane } from './open-apart.ts'

const task = new URL('../../testing/costly-task.ts', import.meta.url)
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  'memory',
  'heap',
  'time',
  'crash',
] as const)('R-77 a file that takes all %s ends only the program that opens it, and the next file is opened', async (kind) => {
  const open = lane({ atOnce: 1, maxMegabytes: 256, maxMs: kind === 'time' ? 1500 : 60_000 })
  await expect(open<typeof costlyTask>(task, kind)).rejects.toMatchObject({ code: 'file_too_complex' })
  if (kind !== 'time') expect(await open<typeof costlyTask>(task, 'answer')).not.toBe(process.pid)
})

test('R-77 no more programs run at once than may, and one is kept for the next file', async () => {
  const open = lane({ atOnce: 2, maxMegabytes: 256, maxMs: 60_000 })
  const pids = await Promise.all(Array.from({ length: 6 }, () => open<typeof costlyTask>(task, 'answer')))
  expect(new Set(pids).size).toBeLessThanOrEqual(2)
  expect(pids).toContain(await open<typeof costlyTask>(task, 'answer'))
})

test('a fault of the disk is not a fault of the file', async () => {
  const open = lane({ atOnce: 1, maxMegabytes: 256, maxMs: 60_000 })
  await expect(open<typeof costlyTask>(task, 'fault')).rejects.toMatchObject({ code: 'EIO', syscall: 'read' })
})

test('R-77 a program that has nothing to open ends by itself', async () => {
  const open = lane({ atOnce: 1, maxMegabytes: 256, maxMs: 60_000 })
  // The clock moves from before the file: the end is set when the file has been opened.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const pid = await open<typeof costlyTask>(task, 'answer')
    expect(isThere(pid)).toBe(true)
    vi.advanceTimersByTime(90_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(isThere(pid)).toBe(false), patience)
  } finally {
    vi.useRealTimers()
  }
})
