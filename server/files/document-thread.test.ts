import { expect, test, vi } from 'vitest'
import { withoutMetadata } from './without-metadata.ts'

const threads = vi.hoisted(() => ({ end: vi.fn(async () => 0), says: [] as [string, unknown][] }))
vi.mock(import('node:worker_threads'), async (original) => {
  const { EventEmitter } = await import('node:events')
  class Thread extends EventEmitter {
    terminate = threads.end
    constructor() {
      super()
      queueMicrotask(() => {
        for (const [name, said] of threads.says) this.emit(name, said)
      })
    }
  }
  return { ...(await original()), Worker: Thread as never }
})

const clean = () => withoutMetadata(Buffer.from('%PDF-1.4'), 'application/pdf')

test('a thread that ends without an answer is a document that was not read, and no thread is left behind', async () => {
  threads.says = [['exit', 1]]
  await expect(clean()).rejects.toThrow('The document was not read')
  expect(threads.end).toHaveBeenCalledTimes(1)
  threads.says = [['message', new Uint8Array([1, 2])]]
  expect(await clean()).toEqual(Buffer.from([1, 2]))
  expect(threads.end).toHaveBeenCalledTimes(2)
})
