import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { answerInThread } from '#server/platform/jobs/in-thread.ts'

/**
 * A worker that answers with its thread, when it has been given no fault. A count that threads share has how many of
 * them are under way, and the most there have been.
 */
answerInThread(async (input: string | Int32Array | null) => {
  if (typeof input === 'string') throw new Error(input)
  if (input) {
    const most = Atomics.add(input, 0, 1) + 1
    if (most > Atomics.load(input, 1)) Atomics.store(input, 1, most)
    await setTimeout(50)
    Atomics.sub(input, 0, 1)
  }
  return threadId
})
