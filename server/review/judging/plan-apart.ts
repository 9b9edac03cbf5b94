import { inThread } from '#server/platform/jobs/in-thread.ts'
import type { Assignment, AssignmentRules, AvailableJudge, WorkToRead } from './assignment.ts'

/** The plan of `planReadings`, made in a separate thread. */
export const planApart = (
  works: readonly WorkToRead[],
  judges: readonly AvailableJudge[],
  rules: AssignmentRules,
): Promise<Assignment> => inThread(new URL('./assignment-worker.ts', import.meta.url), { works, judges, rules })
