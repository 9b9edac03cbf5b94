import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { erasePerson } from './erase-person.ts'

export const profileJobs = (services: Services): Record<string, Task> => ({
  erase_person: (payload) => erasePerson(services, payload),
})
