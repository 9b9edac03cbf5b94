import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { freezeProtocol } from './freeze.ts'
import { publishDue } from './publish.ts'

/** An interrupted publication continues after at most this time. */
const lookEvery = 60_000

export const cutoffJobs = (services: Services): Record<string, Task> => ({
  freeze_protocol: (payload: { protocolId: number }, job) => freezeProtocol(services, payload, job),
  publish_protocols: async () => {
    await scheduleLook(services, new Date(services.clock().getTime() + lookEvery))
    await publishDue(services)
  },
})

/** Publishes protocols in their minute; called at every start, by any number of processes. */
export const scheduleProtocols = (services: Services): Promise<void> => scheduleLook(services, services.clock())

const scheduleLook = ({ db }: Services, runAt: Date) =>
  db.transaction().execute((tx) => addJob(tx, 'publish_protocols', {}, { runAt, jobKey: 'publish_protocols' }))
