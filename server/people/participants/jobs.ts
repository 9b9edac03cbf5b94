import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { tellOfExtension } from './tell-of-extension.ts'

export const participantJobs = (services: Services): Record<string, Task> => ({
  tell_of_extension: ({ extensionId }: { extensionId: number }) => tellOfExtension(services, extensionId),
})
