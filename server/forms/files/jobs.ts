import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { type ErasedFiles, removeErasedFiles } from './remove-erased-files.ts'
import { scanFile } from './scan-file.ts'
import { type FileHolder, sweepFiles } from './sweep-files.ts'

const sweepEvery = 6 * 3_600_000
/** In milliseconds: long enough not to slow the start. */
const afterStart = 600_000

/** `holders`: every domain that can refer to a file. A file that none of them refers to is removed. */
export const fileJobs = (services: Services, holders: readonly FileHolder[]): Record<string, Task> => ({
  scan_file: (payload: { fileId: string; tries?: number }, job) => scanFile(services, payload, job),
  remove_erased_files: (payload: ErasedFiles) => removeErasedFiles(services, payload),
  sweep_files: async () => {
    await scheduleFileSweep(services, new Date(services.clock().getTime() + sweepEvery))
    await sweepFiles(services, holders)
  },
})

/** Schedules the sweep. Called at every start, by any number of processes. */
export async function scheduleFileSweep(
  { db, clock }: Services,
  runAt: Date = new Date(clock().getTime() + afterStart),
): Promise<void> {
  await db.transaction().execute((tx) => addJob(tx, 'sweep_files', {}, { runAt, jobKey: 'sweep_files' }))
}
