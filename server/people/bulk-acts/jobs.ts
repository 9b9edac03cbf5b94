import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { runBulkAct } from './run-bulk-act.ts'

export const bulkActJobs = (services: Services): Record<string, Task> => ({
  run_bulk_act: (payload: { bulkActId: number }) => runBulkAct(services, payload),
})
