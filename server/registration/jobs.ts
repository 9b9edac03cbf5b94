import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { forgetExpired } from './forget-expired.ts'

export const registrationJobs = (services: Services): Record<string, Task> => ({
  forget_expired: () => forgetExpired(services),
})
