import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { sendRestoreLetter } from './send-restore-letter.ts'

export const authJobs = (services: Services): Record<string, Task> => ({
  send_restore_letter: (payload) => sendRestoreLetter(services, payload),
})
