import { outboxJobs } from './outbox/jobs.ts'
import type { Task } from './platform/jobs/jobs.ts'
import { registrationJobs } from './registration/jobs.ts'
import type { Services } from './services.ts'
import { stageJobs } from './stages/jobs.ts'

/** Every job of the portal, by the name under which it is queued. */
export const jobTasks = (services: Services): Record<string, Task> => ({
  ...outboxJobs(services),
  ...registrationJobs(services),
  ...stageJobs(services),
})
