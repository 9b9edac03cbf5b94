import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext, Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { type HandInsOfJob, handInsOf } from '#server/stages/hand-ins-of-job.ts'
import { orInterrupt } from '#server/stages/or-interrupt.ts'
import { prepareHandIn, prepareTogether, prepareWorks } from './prepare-works.ts'

const pause = 60_000

export const similarityJobs = (services: Services): Record<string, Task> => ({
  prepare_hand_in: (of: HandInsOfJob, job) => prepareHandIns(services, handInsOf(of), job),
  compare_works: async ({ after }: { after?: number }) => {
    await schedule(services, pause)
    const { failures, next } = await prepareWorks(services, { after })
    if (next !== null) await schedule(services, 0, next)
    if (failures.length > 0) throw new AggregateError(failures, 'works could not be prepared')
  },
})

/** Called at every start, by any number of processes. */
export const scheduleComparison = (services: Services): Promise<void> => schedule(services, 0)

/** Prepares hand-ins that arrived together. What is left is tried alone; what fails alone gets a job of its own. */
async function prepareHandIns(services: Services, handInIds: number[], job: JobContext): Promise<void> {
  const prepare = (handInId: number) =>
    orInterrupt(services, { task: 'prepare_hand_in', handInId }, job, () => prepareHandIn(services, handInId))
  const [alone, ...more] = handInIds
  if (alone !== undefined && more.length === 0) return prepare(alone)
  const failed: number[] = []
  for (const handInId of await prepareTogether(services, handInIds))
    await prepare(handInId).catch(() => failed.push(handInId))
  if (failed.length > 0)
    await services.db.transaction().execute(async (tx) => {
      for (const handInId of failed) await addJob(tx, 'prepare_hand_in', { handInId })
    })
}

/** The regular job in `wait` milliseconds, for works with a number above `after`. */
const schedule = ({ db, clock }: Services, wait: number, after = 0) =>
  db.transaction().execute(async (tx) => {
    const runAt = new Date(clock().getTime() + wait)
    await addJob(tx, 'compare_works', { after }, { runAt, jobKey: 'compare_works' })
  })
