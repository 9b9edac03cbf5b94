import { databaseNow } from '#server/platform/clock/database-now.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { acceptOrInterrupt } from './accept-hand-in.ts'
import { attemptSweepEvery, lookAtAttempts } from './attempts.ts'
import { confirmHandIns } from './confirm-hand-in.ts'
import { finishAttemptsAtDeadline } from './finish-attempts.ts'
import { handInDraftsAtEnd } from './hand-in-drafts.ts'
import { type HandInsOfJob, handInsOf } from './hand-ins-of-job.ts'
import { forgetOldKeys } from './idempotency.ts'
import { shortenVersions } from './person-facts.ts'
import { remindOfEnds } from './remind-of-ends.ts'
import { remindOfOpenings } from './remind-of-opening.ts'

const sweepEvery = 60_000
/** How often while an attempt ends before the next usual sweep. */
const sweepAttemptsEvery = 3_000
const remindEvery = 5 * 60_000
const shortenEvery = 3_600_000

export const stageJobs = (services: Services): Record<string, Task> => ({
  accept_hand_in: ({ handInId }: { handInId: number }, job) => acceptOrInterrupt(services, handInId, job),
  confirm_hand_in: ({ prepare, ...of }: HandInsOfJob & { prepare?: boolean }) =>
    confirmHandIns(services, handInsOf(of), prepare),
  hand_in_drafts: async () => {
    await scheduleDrafts(services, new Date(services.clock().getTime() + sweepEvery))
    await forgetOldKeys(services.db, services.clock())
    await handInDraftsAtEnd(services)
  },
  shorten_versions: async () => {
    await scheduleShortening(services, new Date(services.clock().getTime() + shortenEvery))
    await shortenVersions(services.db)
  },
  finish_attempts: async () => {
    await scheduleAttempts(services, (await attemptsEndSoon(services)) ? sweepAttemptsEvery : attemptSweepEvery)
    await finishAttemptsAtDeadline(services)
  },
  remind_of_openings: async () => {
    await scheduleOpenings(services, new Date(services.clock().getTime() + sweepEvery))
    await remindOfOpenings(services)
  },
  remind_of_ends: async () => {
    await scheduleReminders(services, new Date(services.clock().getTime() + remindEvery))
    await remindOfEnds(services)
  },
})

/** Schedules the regular jobs; called at every start, by any number of processes. */
export async function scheduleStageJobs(services: Services): Promise<void> {
  await scheduleDrafts(services, services.clock())
  await scheduleShortening(services, services.clock())
  await scheduleReminders(services, services.clock())
  await scheduleAttempts(services, 0)
  await scheduleOpenings(services, services.clock())
}

const scheduleDrafts = ({ db }: Services, runAt: Date) =>
  db.transaction().execute((tx) => addJob(tx, 'hand_in_drafts', {}, { runAt, jobKey: 'hand_in_drafts' }))

const scheduleOpenings = ({ db }: Services, runAt: Date) =>
  db.transaction().execute((tx) => addJob(tx, 'remind_of_openings', {}, { runAt, jobKey: 'remind_of_openings' }))

const scheduleShortening = ({ db }: Services, runAt: Date) =>
  db.transaction().execute((tx) => addJob(tx, 'shorten_versions', {}, { runAt, jobKey: 'shorten_versions' }))

const scheduleReminders = ({ db }: Services, runAt: Date) =>
  db.transaction().execute((tx) => addJob(tx, 'remind_of_ends', {}, { runAt, jobKey: 'remind_of_ends' }))

/** Attempts that begin meanwhile last longer than that, or schedule a job of their own. */
async function attemptsEndSoon({ db }: Services): Promise<boolean> {
  const soon = new Date((await databaseNow(db)).getTime() + attemptSweepEvery)
  return (
    (await db.selectFrom('attempts').select('id').where('due_at', '<=', soon).limit(1).executeTakeFirst()) !== undefined
  )
}

const scheduleAttempts = ({ db }: Services, pause: number) =>
  db.transaction().execute((tx) => lookAtAttempts(tx, pause))
