import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { assignWorks, topUpReadings } from './assign-works.ts'
import { forgetBackgrounds } from './background.ts'
import { remindJudgesInTime } from './remind-judges.ts'

const remindEvery = 5 * 60_000

export const judgingJobs = (services: Services): Record<string, Task> => ({
  assign_works: (asked: { actorId: number; competition: string; code: string }, job) =>
    assignWorks(services, asked, job),
  remind_judges: async () => {
    await scheduleReminders(services, new Date(services.clock().getTime() + remindEvery))
    await remindJudgesInTime(services)
    await topUpReadings(services)
    await forgetBackgrounds(services.db)
  },
})

/** Schedules the reminders of judges; called at every start, by any number of processes. */
export const scheduleJudging = (services: Services): Promise<void> => scheduleReminders(services, services.clock())

const scheduleReminders = ({ db }: Services, runAt: Date) =>
  db.transaction().execute((tx) => addJob(tx, 'remind_judges', {}, { runAt, jobKey: 'remind_judges' }))
