import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { dropExport, writeExport } from './write-export.ts'

export const exportJobs = (services: Services): Record<string, Task> => ({
  write_export: (payload: { exportId: number }, job) => writeExport(services, payload, job),
  drop_export: (payload: { exportId: number }) => dropExport(services, payload),
})
