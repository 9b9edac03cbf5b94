import type { Tx } from '#server/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { OneStage } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { draftOf, workOwner } from '#server/stages/work-owner.ts'
import { durationToleranceMs, takesLeft, type VideoType } from '#shared/kinds/videointerview/take-rules.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { interviewSettings, lockInterview, refuseUnlessOpen } from './interview-stage.ts'
import { interviewPage, questionsOf } from './read-interview.ts'
import { type AskedQuestion, askedQuestions, consentOf, grantsOf, type Take, takesOf } from './store.ts'

/** Keeps the consent to being recorded. Repeating it changes nothing. */
export function saveVideoConsent(services: Services, accountId: number, stageId: number, ip: string) {
  return writeInterview(services, { accountId, stageId }, async (tx, stage, now) => {
    await tx
      .insertInto('video_consents')
      .values({
        account_id: accountId,
        stage_id: stageId,
        text: interviewSettings(stage.row).consent,
        ip,
        agreed_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** Shows the next question: its text and the time to think begin now. Repeating it changes nothing. */
export function askQuestion(services: Services, accountId: number, stageId: number, question: number) {
  const person = { accountId, stageId }
  return writeInterview(services, person, async (tx, stage, now) => {
    if (!(await consentOf(tx, person))) throw new Refusal('video_consent_required')
    const settings = interviewSettings(stage.row)
    const asked = await askedQuestions(tx, person)
    if (asked.some((each) => each.question === question)) return
    const order = questionsOf(settings, person, asked)
    const takes = await takesOf(tx, person)
    const next = order.find(({ shown }) => shown === null)
    if (next?.question !== question || !order.every((each) => !each.shown || isAnswered(each.question, takes)))
      throw new Refusal('video_question_order')
    const {
      text = '',
      think_seconds = 0,
      answer_seconds = 0,
      takes: allowed = 1,
    } = settings.questions[question - 1] ?? {}
    await tx
      .insertInto('video_questions')
      .values({
        account_id: accountId,
        stage_id: stageId,
        question,
        text,
        think_seconds,
        answer_seconds,
        takes: allowed,
        asked_at: now,
      })
      .execute()
    const owner = workOwner(stage, accountId)
    // A draft marks the stage as begun, and is handed in at the end of the stage.
    const data = (await draftOf(tx, owner))?.data ?? { chosen: {} }
    await saveDraft(tx, { owner, stage, data, basedOn: undefined }, now)
  })
}

const isAnswered = (question: number, takes: readonly Take[]) =>
  takes.some((take) => take.question === question && ['uploading', 'assembling', 'ready'].includes(take.state))

/** Begins a recording. Another one that is still running is marked as broken off. */
export async function beginTake(
  services: Services,
  accountId: number,
  { stageId, question, type, userAgent }: { stageId: number; question: number; type: VideoType; userAgent: string },
) {
  await endRunning(services, { accountId, stageId })
  let takeId = 0
  const page = await writeInterview(services, { accountId, stageId }, async (tx, stage, now) => {
    takeId = await addTake(tx, stage, accountId, { question, type, userAgent, source: 'recording' }, now)
  })
  return { take_id: takeId, interview: page }
}

/**
 * Marks a running recording as broken off when another begins. This is kept even if the new one is refused because the
 * broken one has to be measured first.
 */
export const endRunning = (services: Services, person: { accountId: number; stageId: number }) =>
  writeInterview(services, person, async (tx, _stage, now) => {
    for (const take of await takesOf(tx, person))
      if (take.state === 'recording') await endTake(tx, take, { total: take.received, broken: true }, now)
  })

interface NewTake {
  question: number
  type: VideoType
  userAgent: string
  source: Take['source']
}

/** The stage is locked for the person. Refuses a question that was not shown and one without takes left. */
export async function addTake(tx: Tx, stage: OneStage, accountId: number, take: NewTake, now: Date): Promise<number> {
  const person = { accountId, stageId: stage.row.id }
  const takes = await takesOf(tx, person)
  if (takes.some(({ state }) => state === 'recording')) throw new Refusal('video_take_measured', { retryAfter: 2 })
  const question = (await askedQuestions(tx, person)).find((each) => each.question === take.question)
  if (!question) throw new Refusal('video_question_order')
  const granted = (await grantsOf(tx, person)).filter((each) => each.question === take.question && each.granted_at)
  const own = takes.filter((each) => each.question === take.question)
  if (own.some(({ state, broken }) => broken && state === 'assembling'))
    throw new Refusal('video_take_measured', { retryAfter: 2 })
  if (takesLeft(question.takes, granted.length, own) === 0) throw new Refusal('video_no_takes')
  const { id } = await tx
    .insertInto('video_takes')
    .values({
      account_id: accountId,
      stage_id: stage.row.id,
      question: take.question,
      source: take.source,
      type: take.type,
      state: take.source === 'recording' ? 'recording' : 'uploading',
      began_at: now,
      heard_at: now,
      max_ms: allowedMs(question, stage, now),
      user_agent: take.userAgent.slice(0, 400),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How long a recording that begins now may be: the time for the answer, or what is left of the stage. */
function allowedMs({ answer_seconds }: AskedQuestion, { state }: OneStage, now: Date): number {
  const { closesAt } = state.window
  const left = closesAt ? closesAt.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  return Math.min(answer_seconds * 1000, left) + durationToleranceMs
}

export interface TakeEnd {
  total: number
  broken: boolean
  silent?: boolean
  dark?: boolean
}

/** Ends a recording with this number of bytes. Once all of them have arrived, a job joins the parts. */
export async function endTake(tx: Tx, take: Take, { total, broken, silent, dark }: TakeEnd, now: Date): Promise<void> {
  const whole = take.received >= total
  await tx
    .updateTable('video_takes')
    .set({
      state: whole ? 'assembling' : 'uploading',
      total,
      broken,
      silent: silent ?? false,
      dark: dark ?? false,
      heard_at: now,
    })
    .where('id', '=', take.id)
    .execute()
  if (whole) await queueAssembly(tx, take.id)
}

export const queueAssembly = (tx: Tx, takeId: number) =>
  addJob(tx, 'assemble_take', { takeId }, { jobKey: `assemble_take_${takeId}`, maxAttempts: 5 })

/** Runs a write on the person's open interview under its lock, and returns the page after it. */
export async function writeInterview(
  services: Services,
  person: { accountId: number; stageId: number },
  act: (tx: Tx, stage: OneStage, now: Date) => Promise<void>,
) {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const stage = await lockInterview(tx, services, person, now)
    refuseUnlessOpen(stage)
    await act(tx, stage, now)
    const after = await lockInterview(tx, services, person, now)
    return interviewPage(tx, after, person.accountId, now)
  })
}
