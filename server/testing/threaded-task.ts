import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { answerInThread } from '#server/platform/jobs/in-thread.ts'

/**
 * A worker that answers with its thread, when it has been given no fault. A count that threads share has how many of
 * them are under way, the most there have been, and how many there should be.
 */
answerInThread(async (input: string | Int32Array | null) => {
  if (typeof input === 'string') throw new Error(input)
  if (input) {
    const most = Atomics.add(input, 0, 1) + 1
    if (most > Atomics.load(input, 1)) Atomics.store(input, 1, most)
    // Until as many are under way as there should be, and a moment more for those that should not.
    while (Atomics.load(input, 1) < Atomics.load(input, 2)) await setTimeout(5)
    await setTimeout(50)
    Atomics.sub(input, 0, 1)
  }
  return threadId
})
