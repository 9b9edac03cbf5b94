import { addJob, type Task } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { orInterrupt } from '#server/stages/or-interrupt.ts'
import { prepareHandIn, prepareWorks } from './prepare-works.ts'

const pause = 60_000

export const similarityJobs = (services: Services): Record<string, Task> => ({
  prepare_hand_in: ({ handInId }: { handInId: number }, job) =>
    orInterrupt(services, { task: 'prepare_hand_in', handInId }, job, () => prepareHandIn(services, handInId)),
  compare_works: async () => {
    await schedule(services, pause)
    if (await prepareWorks(services)) await schedule(services, 0)
  },
})

/** Called at every start, by any number of processes. */
export const scheduleComparison = (services: Services): Promise<void> => schedule(services, 0)

const schedule = ({ db, clock }: Services, after: number) =>
  db.transaction().execute(async (tx) => {
    const runAt = new Date(clock().getTime() + after)
    await addJob(tx, 'compare_works', {}, { runAt, jobKey: 'compare_works' })
  })
