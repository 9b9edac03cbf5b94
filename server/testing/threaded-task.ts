import { threadId } from 'node:worker_threads'
import { answerInThread } from '#server/platform/jobs/in-thread.ts'

/** A worker that answers with its thread, when it has been given no fault. */
answerInThread(async (fault: string | null) => {
  if (fault) throw new Error(fault)
  return threadId
})
