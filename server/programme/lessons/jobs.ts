import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { comparePhotos } from './compare-photos.ts'

export const lessonJobs = (services: Services): Record<string, Task> => ({
  compare_lesson_photos: (of: { accountId: number; competitionCode: string; files: string[] }) =>
    comparePhotos(services, of),
})
