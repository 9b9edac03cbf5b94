import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { sendGathered } from './send-gathered.ts'
import { sendMessage } from './send-message.ts'

export function outboxJobs(services: Services): Record<string, Task> {
  const send: Task = (payload, job) => sendMessage(services, payload, job)
  return {
    send_urgent_letter: send,
    send_urgent_sms: send,
    send_message: send,
    send_sms: send,
    send_gathered: () => sendGathered(services),
  }
}
