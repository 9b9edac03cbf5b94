import { Worker } from 'node:worker_threads'
import type { Assignment, AssignmentRules, AvailableJudge, WorkToRead } from './assignment.ts'

/** The plan of `planReadings`, made in a thread of its own: the solver holds its thread for seconds. */
export async function planApart(
  works: readonly WorkToRead[],
  judges: readonly AvailableJudge[],
  rules: AssignmentRules,
): Promise<Assignment> {
  const worker = new Worker(new URL('./assignment-worker.ts', import.meta.url), {
    workerData: { works, judges, rules },
    env: {},
  })
  try {
    return await new Promise<Assignment>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The assignment ended without a plan')))
    })
  } finally {
    await worker.terminate()
  }
}
