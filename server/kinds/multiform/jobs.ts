import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { tellOfPart } from './tell-of-part.ts'

export const multiformJobs = (services: Services): Record<string, Task> => ({
  tell_of_part: (of: { stageId: number; accountId: number }) => tellOfPart(services, of),
})
