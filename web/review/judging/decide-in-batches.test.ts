import { expect, test } from 'vitest'
import { inBatches } from './decide-in-batches.ts'

test('a list of any length is decided part by part, and the progress is reported', async () => {
  const parts: number[][] = []
  const told: number[] = []
  const act = async (part: number[]) => {
    parts.push(part)
    return part.length - 1
  }
  expect(await inBatches([1, 2, 3, 4, 5], 2, act, (done) => told.push(done))).toBe(2)
  expect(parts).toEqual([[1, 2], [3, 4], [5]])
  expect(told).toEqual([0, 2, 4])
})

test('a failed part ends the decision, and no later part is sent', async () => {
  const sent: number[] = []
  const act = async ([first = 0]: number[]) => {
    sent.push(first)
    if (first === 2) throw new Error('no connection')
    return 1
  }
  await expect(inBatches([1, 2, 3], 1, act, () => {})).rejects.toThrow('no connection')
  expect(sent).toEqual([1, 2])
})
