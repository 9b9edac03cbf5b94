import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { returnWorks } from '#server/review/checking/return-works.ts'
import { reviewOf } from '#server/review/checking/store.ts'
import { requireReading } from '#server/review/judging/read-reading.ts'
import type { Services } from '#server/services.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { writeInterview } from './begin-take.ts'
import { interviewOf, interviewSettings } from './interview-stage.ts'
import { grantsOf, type Person } from './store.ts'

interface Defect {
  question: number
  reason: string
}

/**
 * The person reports a technical defect. As often as the stage allows, this gives another take at once; after that the
 * request waits for an organiser.
 */
export function reportDefect(services: Services, accountId: number, stageId: number, { question, reason }: Defect) {
  const person = { accountId, stageId }
  return writeInterview(services, person, async (tx, stage, now) => {
    await requireAsked(tx, person, question)
    const grants = await grantsOf(tx, person)
    if (grants.some((grant) => grant.question === question && grant.granted_at === null))
      throw new Refusal('video_defect_known')
    const own = grants.filter(({ asked_by, granted_at }) => asked_by === 'person' && granted_at !== null)
    const granted = own.length < interviewSettings(stage.row).defect_takes
    await tx
      .insertInto('video_grants')
      .values({
        account_id: accountId,
        stage_id: stageId,
        question,
        reason,
        asked_by: 'person',
        asked_at: now,
        granted_at: granted ? now : null,
      })
      .execute()
  })
}

/** A judge reports a defect of a recording instead of marking it: an organiser decides, and the author gets no zero. */
export async function reportDefectOfWork(
  services: Services,
  caller: Caller,
  readingId: number,
  { question, reason }: Defect,
) {
  const { db, clock } = services
  const reading = await requireReading(db, caller, readingId)
  if (reading.abstained !== null || reading.account_id === null) throw new Refusal('reading_not_found')
  const person = { accountId: reading.account_id, stageId: reading.stage_id }
  await db.transaction().execute(async (tx) => {
    await requireAsked(tx, person, question)
    const open = (await grantsOf(tx, person)).some((grant) => grant.question === question && grant.granted_at === null)
    if (open) throw new Refusal('video_defect_known')
    await tx
      .insertInto('video_grants')
      .values({
        account_id: person.accountId,
        stage_id: person.stageId,
        question,
        reason,
        asked_by: 'judge',
        asked_at: clock(),
      })
      .execute()
    await recordAtStage(tx, {
      ...{ actorId: caller.accountId, action: 'video_defect_reported', stageId: person.stageId },
      subject: `reading:${readingId}`,
      changes: [{ field: 'question', title: `Запись ответа на вопрос ${question}` }],
    })
  })
}

/**
 * An organiser gives another take, with a reason that the person reads. A handed-in work goes back to its author for
 * it, with extra days where the stage would be closed. `answersRequest`: the take answers a request of the person or a
 * judge; of two organisers only the first gives it.
 */
export async function grantTake(
  services: Services,
  caller: Caller,
  stage: SeasonStage,
  { testId, question, reason, answersRequest }: Defect & { testId: number; answersRequest: boolean },
): Promise<{ returned: boolean; extended: boolean }> {
  const { db, clock, seasons } = services
  const person = await db.selectFrom('accounts').select('id').where('test_id', '=', testId).executeTakeFirst()
  if (!person) throw new Refusal('work_not_found')
  const accountId = person.id
  const of = { accountId, stageId: stage.id }
  const now = clock()
  await db.transaction().execute(async (tx) => {
    await requireAsked(tx, of, question)
    const answered = await tx
      .updateTable('video_grants')
      .set({ granted_at: now, granted_by: caller.accountId })
      .where('account_id', '=', accountId)
      .where('stage_id', '=', stage.id)
      .where('question', '=', question)
      .where('granted_at', 'is', null)
      .executeTakeFirst()
    if (answered.numUpdatedRows === 0n && answersRequest) throw new Refusal('video_request_answered')
    if (answered.numUpdatedRows === 0n)
      await tx
        .insertInto('video_grants')
        .values({
          account_id: accountId,
          stage_id: stage.id,
          question,
          reason,
          asked_by: 'organiser',
          asked_at: now,
          granted_at: now,
          granted_by: caller.accountId,
        })
        .execute()
    await messagePerson(tx, services, accountId, {
      kind: 'stages',
      title: `Ещё одна попытка на этапе ${quoted(stage.title)}`,
      text: `Вам дали ещё одну попытку ответить на вопрос. Причина: ${reason}`,
      link: { path: `/${stage.competitionCode}`, words: 'Открыть этапы' },
    })
    const subject = `stage:${stage.competitionCode}/${stage.code}`
    const detail = { competition: stage.competitionCode, stage: stage.code, question }
    await recordAudit(tx, { actorId: caller.accountId, action: 'video_take_granted', subject, detail })
  })
  const place = { competition: stage.competitionCode, code: stage.code }
  const { returned } = await returnWorks(services, caller, place, { people: [testId], reason })
  const { state } = await interviewOf(db, { seasons }, of, clock())
  if (state.status === 'timeover') await giveDays(services, caller, of, reason)
  return { returned: returned > 0, extended: state.status === 'timeover' }
}

/** Extends the stage for a person who would have no time for the take. */
async function giveDays({ db, clock }: Services, caller: Caller, { accountId, stageId }: Person, reason: string) {
  const now = clock()
  const { return_days: days } = await reviewOf(db, stageId)
  await db
    .insertInto('stage_extensions')
    .values({
      stage_id: stageId,
      account_id: accountId,
      closes_at: new Date(now.getTime() + days * 24 * 3_600_000),
      reason,
      granted_by: caller.accountId,
      granted_at: now,
    })
    .execute()
}

/**
 * Throws unless the question was shown to the person. Locks it, so that simultaneous requests for another take of it
 * are handled one after the other.
 */
async function requireAsked(tx: Tx, { accountId, stageId }: Person, question: number) {
  const asked = await tx
    .selectFrom('video_questions')
    .select('question')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('question', '=', question)
    .forUpdate()
    .executeTakeFirst()
  if (!asked) throw new Refusal('video_question_order')
}
