import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { sendMessage } from './send-message.ts'

export const outboxJobs = (services: Services): Record<string, Task> => ({
  send_message: (payload, job) => sendMessage(services, payload, job),
})
