import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { signingMark } from '#server/platform/http/access-token.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { resealData } from './reseal.ts'

const every = 60_000

export const keyJobs = (services: Services): Record<string, Task> => ({
  reseal_data: async () => {
    await scheduleResealing(services, every)
    await noteSigningKey(services.db, signingMark(services.config))
    await resealData(services.db, services.config.dataKeys)
  },
})

/** Queues the job. Called at every start, by any number of processes. */
export async function scheduleResealing({ db, clock }: Services, pause = 0): Promise<void> {
  const runAt = new Date(clock().getTime() + pause)
  await db.transaction().execute((tx) => addJob(tx, 'reseal_data', {}, { runAt, jobKey: 'reseal_data' }))
}

/** Stores when the key is used; writes at most once in ten minutes. */
const noteSigningKey = (db: Db, mark: Buffer) =>
  sql`insert into signing_keys as kept (mark, first_used_at, last_used_at) values (${mark}, now(), now())
    on conflict (mark) do update set last_used_at = now()
    where kept.last_used_at < now() - interval '10 minutes'`.execute(db)
