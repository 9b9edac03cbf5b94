import { addJob, type Task } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { acceptHandIn } from './accept-hand-in.ts'
import { handInDraftsAtEnd } from './hand-in-drafts.ts'
import { forgetOldKeys } from './idempotency.ts'

const sweepEvery = 60_000

export const stageJobs = (services: Services): Record<string, Task> => ({
  accept_hand_in: ({ handInId }: { handInId: number }) => acceptHandIn(services, handInId),
  hand_in_drafts: async () => {
    await scheduleStageJobs(services, new Date(services.clock().getTime() + sweepEvery))
    await forgetOldKeys(services.db, services.clock())
    await handInDraftsAtEnd(services)
  },
})

/** Sees to it that the sweep of drafts runs; called at every start, by any number of processes. */
export async function scheduleStageJobs({ db, clock }: Services, runAt: Date = clock()): Promise<void> {
  await db.transaction().execute((tx) => addJob(tx, 'hand_in_drafts', {}, { runAt, jobKey: 'hand_in_drafts' }))
}
