import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { mentorChoiceKinds } from '#shared/programme/mentors/mentorship-status.ts'
import { decline, failWithoutMentors, lostToOrganiser } from './answer-person.ts'
import { choiceSettings, lockPair } from './choice-of.ts'
import { type AskedPlan, makePlan } from './make-plan.ts'
import { writeToMentors } from './offer.ts'
import { type MatchingMessage, tellOfMatching } from './publish-plan.ts'

const every = 60_000
const batch = 500

export const mentorJobs = (services: Services): Record<string, Task> => ({
  offer_mentors: (asked: { stageId: number }) => writeToMentors(services, asked),
  match_mentors: (asked: AskedPlan, job) => makePlan(services, asked, job),
  tell_of_matching: (message: MatchingMessage) => tellOfMatching(services, message),
  settle_mentors: async () => {
    await scheduleMentors(services, every)
    await settleMentors(services)
  },
})

/** Queues the job that ends unanswered offers; called at every start, by any number of processes. */
export const scheduleMentors = ({ db, clock }: Services, pause = 0) =>
  db
    .transaction()
    .execute((tx) =>
      addJob(tx, 'settle_mentors', {}, { runAt: new Date(clock().getTime() + pause), jobKey: 'settle_mentors' }),
    )

/** Declines expired offers. After the end of the stage, people without mentors who can answer fail it. */
export async function settleMentors(services: Services): Promise<void> {
  const { db, seasons, clock } = services
  const lapsed = await db
    .selectFrom('mentor_choices')
    .select(['account_id', 'stage_id', 'mentor_id'])
    .where('status', '=', 'proposed')
    .where('answer_until', '<=', clock())
    .orderBy('answer_until')
    .limit(batch)
    .execute()
  for (const { account_id: accountId, stage_id: stageId, mentor_id: mentorId } of lapsed)
    await atStage(services, accountId, stageId, async (tx, stage) => {
      const pair = { accountId, stageId, mentorId }
      const now = clock()
      const row = await lockPair(tx, pair)
      if (row?.status !== 'proposed' || !row.answer_until || row.answer_until > now) return
      await decline(tx, services, { ...pair, reason: 'no_answer', by: 'time' }, stage)
    })
  for (const competition of await competitionsWithMentors(services))
    for (const stage of (await seasons.of(db, competition))?.stages ?? []) {
      const over = stage.published && stage.closesAt !== null && stage.closesAt <= clock()
      if (!mentorChoiceKinds.includes(stage.type) || !over || choiceSettings(stage).way === 'matching') continue
      for (const accountId of await withoutAnswers(services, stage.id))
        await atStage(services, accountId, stage.id, async (tx, own) => {
          await failWithoutMentors(tx, services, { accountId, stageId: stage.id }, own)
        })
    }
}

const competitionsWithMentors = async ({ db }: Services): Promise<string[]> =>
  (
    await db
      .selectFrom('stages')
      .select('competition_code')
      .distinct()
      .where('type', 'in', mentorChoiceKinds)
      .where('published', '=', true)
      .execute()
  ).map(({ competition_code }) => competition_code)

const withoutAnswers = async ({ db }: Services, stageId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('stage_facts as f')
      .select('f.account_id')
      .where('f.stage_id', '=', stageId)
      .where('f.submitted_at', 'is not', null)
      .where('f.passed_at', 'is', null)
      .where('f.failed_at', 'is', null)
      .where(({ not }) => not(lostToOrganiser(sql.ref('f.account_id'), sql.ref('f.stage_id'))))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mentor_choices as c')
              .select('c.mentor_id')
              .whereRef('c.account_id', '=', 'f.account_id')
              .whereRef('c.stage_id', '=', 'f.stage_id')
              .where('c.status', 'in', ['proposed', 'accepted']),
          ),
        ),
      )
      .limit(batch)
      .execute()
  ).map(({ account_id }) => account_id)

/** A transaction for each person; people who no longer see the stage are skipped. */
const atStage = (
  { db, seasons, clock }: Services,
  accountId: number,
  stageId: number,
  act: (tx: Tx, stage: Awaited<ReturnType<typeof lockStage>>) => Promise<void>,
) =>
  db
    .transaction()
    .execute(async (tx) => act(tx, await lockStage(tx, seasons, accountId, { stageId }, clock())))
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
