import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { addJob, type JobOptions } from './jobs.ts'

interface Job {
  name: string
  payload: unknown
  options?: Pick<JobOptions, 'jobKey'>
}

/** For so long a job goes on; then other jobs of its lane get their turn. */
const turnMs = 2000
/** The rest after a part, as a share of the time that the part took: others use the processor then. */
const rest = 0.1

/**
 * Does something for many people, part after part. Each part is a transaction of its own that also stores how far the
 * work has come, so a job that is killed continues there, and nobody is reached twice or left out. `part` returns
 * whether there is more, or when the rest may follow; `seconds` tells it how long ago the last part ended.
 */
export async function inParts<DB>(
  db: Kysely<DB>,
  { name, payload, options }: Job,
  part: (tx: Transaction<DB>, seconds: () => number) => Promise<boolean | Date>,
): Promise<void> {
  const began = performance.now()
  for (let last = began; ; ) {
    const start = performance.now()
    const more = await db.transaction().execute((tx) => part(tx, () => (performance.now() - last) / 1000))
    last = performance.now()
    if (!more) return
    const runAt = more instanceof Date ? { runAt: more } : {}
    if (more instanceof Date || last - began > turnMs)
      return db.transaction().execute((tx) => addJob(tx, name, payload, { ...options, ...runAt }))
    await delay((last - start) * rest)
  }
}

/** The stored pace after a part: people a second, of late. */
export const paced = (count: number, seconds: number): RawBuilder<number> => {
  const now = count / Math.max(seconds, 0.001)
  return sql<number>`0.8 * coalesce(pace, ${now}) + 0.2 * ${now}::float8`
}

/** Seconds until the rest is done at this pace; null while nobody knows. */
export const secondsLeft = (left: number, pace: number | null): number | null =>
  pace ? Math.ceil(Math.max(0, left) / pace) : null
