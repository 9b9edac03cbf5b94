import { expect, test } from 'vitest'
import { inThread } from './in-thread.ts'

const file = new URL('../../testing/threaded-task.ts', import.meta.url)
const ask = (fault: string | null = null) => inThread<number>(file, fault)

test('a thread that has answered is used again, and calls at once have one each', async () => {
  const first = await ask()
  expect(await ask()).toBe(first)
  const [one, other] = await Promise.all([ask(), ask()])
  expect(one).toBe(first)
  expect(other).not.toBe(first)
  expect([one, other]).toContain(await ask())
})

test('a fault in a thread fails its call only: the next one has another thread', async () => {
  const before = await ask()
  await expect(ask('нет решения')).rejects.toThrow('нет решения')
  expect(await ask()).not.toBe(before)
})
