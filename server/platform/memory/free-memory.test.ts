import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freeMemory } from './free-memory.ts'

test('what nobody holds is gone, and nothing is left that others could call', async () => {
  const large = new WeakRef(new Uint8Array(1_000_000))
  // Until the end of the turn in which it is made, a weak reference holds what it refers to.
  await nextTurn()
  freeMemory()
  expect(large.deref()).toBeUndefined()
  expect('gc' in globalThis).toBe(false)
})
