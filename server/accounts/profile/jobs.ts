import type { Task } from '#server/platform/jobs/task.ts'
import type { ErasureHook } from '#server/platform/personal-data/erasure.ts'
import type { Services } from '#server/services.ts'
import { erasePerson } from './erase-person.ts'

/** `hooks`: what every domain does when a person is erased. */
export const profileJobs = (services: Services, hooks: readonly ErasureHook[]): Record<string, Task> => ({
  erase_person: (payload) => erasePerson(services, hooks, payload),
})
