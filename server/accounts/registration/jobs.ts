import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { forgetAnswers } from '#server/stages/forms/forget-answers.ts'
import { type AskedConsent, tellOfConsent } from './ask-for-consent.ts'
import { forgetExpired } from './forget-expired.ts'

export const registrationJobs = (services: Services): Record<string, Task> => ({
  forget_expired: async () => {
    await scheduleForgetting(services)
    await forgetExpired(services)
    await forgetAnswers(services)
  },
  tell_of_consent: (asked: AskedConsent) => tellOfConsent(services, asked),
})

/** Queues the cleanup of the coming night. Called at every start, by any number of processes. */
export async function scheduleForgetting({ db, clock }: Services): Promise<void> {
  const runAt = clock()
  runAt.setUTCHours(0, 30, 0, 0)
  if (runAt <= clock()) runAt.setUTCDate(runAt.getUTCDate() + 1)
  await db.transaction().execute((tx) => addJob(tx, 'forget_expired', {}, { runAt, jobKey: 'forget_expired' }))
}
