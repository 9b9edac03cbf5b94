import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { inThread } from './in-thread.ts'

const file = new URL('../../testing/threaded-task.ts', import.meta.url)
const ask = (input: string | Int32Array | null = null) => inThread<number>(file, input)

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

test('SZ-01 as many threads are under way as the machine has processors; other calls wait and are answered too', async () => {
  const most = Math.max(2, availableParallelism())
  const count = new Int32Array(new SharedArrayBuffer(12))
  count[2] = most
  const answers = await Promise.all(Array.from({ length: 3 * most }, () => ask(count)))
  expect(answers).toHaveLength(3 * most)
  expect([...count]).toEqual([0, most, most])
})
