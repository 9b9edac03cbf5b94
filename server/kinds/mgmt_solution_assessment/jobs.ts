import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { remindRaters } from './remind-raters.ts'
import { renewPools } from './renew-pools.ts'

const renewEvery = 3_600_000
const remindEvery = 5 * 60_000

export const peerJobs = (services: Services): Record<string, Task> => ({
  renew_peer_pools: async () => {
    await schedule(services, 'renew_peer_pools', renewEvery)
    await renewPools(services)
  },
  remind_peer_raters: async () => {
    await schedule(services, 'remind_peer_raters', remindEvery)
    await remindRaters(services)
  },
})

/** Schedules the regular jobs; called at every start, by any number of processes. */
export async function schedulePeerJobs(services: Services): Promise<void> {
  await schedule(services, 'renew_peer_pools', 0)
  await schedule(services, 'remind_peer_raters', 0)
}

const schedule = ({ db, clock }: Services, name: string, pause: number) =>
  db.transaction().execute((tx) => addJob(tx, name, {}, { runAt: new Date(clock().getTime() + pause), jobKey: name }))
