import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { sendBroadcast } from './send-broadcast.ts'

export const broadcastJobs = (services: Services): Record<string, Task> => ({
  send_broadcast: (payload: { broadcastId: number }) => sendBroadcast(services, payload),
})
