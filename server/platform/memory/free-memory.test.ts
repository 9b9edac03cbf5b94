import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freeMemory } from './free-memory.ts'

test('unreferenced objects are freed, and `gc` is not left as a global', async () => {
  const large = new WeakRef(new Uint8Array(1_000_000))
  // A weak reference keeps its object alive until the end of the turn in which it is made.
  await nextTurn()
  freeMemory()
  expect(large.deref()).toBeUndefined()
  expect('gc' in globalThis).toBe(false)
})
