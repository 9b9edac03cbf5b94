import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Task } from '#server/platform/jobs/task.ts'

/** Runs the queued jobs of this name in order, and removes them from the queue. */
export async function runQueued(db: Db, name: string, tasks: Record<string, Task>): Promise<void> {
  const task = tasks[name]
  if (!task) throw new Error(`no job is called ${name}`)
  const { rows } = await sql<{ id: string; payload: never }>`
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = ${name} returning job.id, job.payload`.execute(db)
  for (const { id, payload } of rows.toSorted((one, other) => Number(one.id) - Number(other.id)))
    await task(payload, { id, attempt: 1, lastAttempt: false })
}
