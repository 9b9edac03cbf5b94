import type { FastifyRequest } from 'fastify'
import { receiveUpload, type Upload } from '#server/forms/files/receive-upload.ts'
import { dropUpload, ownUpload, takeUpload } from '#server/forms/files/take-upload.ts'
import { keepFile } from '#server/forms/files/upload-file.ts'
import type { Services } from '#server/services.ts'
import { runOnce } from '#server/stages/idempotency.ts'
import { closed, type OneStage } from '#server/stages/one-stage.ts'
import { durationToleranceMs, type TakeFailure, videoFileMaxBytes } from '#shared/kinds/videointerview/take-rules.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'
import { addTake, endRunning, endTake } from './begin-take.ts'
import { interviewOf, interviewSettings, isOpen, lockInterview, refuseUnlessMayArrive } from './interview-stage.ts'
import { interviewPage, questionsOf } from './read-interview.ts'
import { readVideo } from './read-video.ts'
import { askedQuestions, lockTake, removeFilesOf } from './store.ts'

interface Answer {
  /** By default the question that was shown last. */
  stageId: number | undefined
  question: number | undefined
  userAgent: string
  idempotencyKey: string | undefined
}

const codes: Record<TakeFailure, RefusalCode> = {
  empty: 'file_empty',
  unreadable: 'video_unreadable',
  codec: 'video_codec_unknown',
  no_video: 'video_no_picture',
  too_long: 'video_too_long',
  cut: 'video_cut',
  missing: 'file_interrupted',
}

/** Accepts a file instead of a recording. Its type is read from its bytes before it counts as a take. */
export async function uploadAnswer(services: Services, request: FastifyRequest, accountId: number, answer: Answer) {
  const place = await placeOf(services, accountId, answer, null)
  return receiveUpload(services.disk, request, { accountId, maxBytes: videoFileMaxBytes }, (sent) =>
    keepAnswer(services, accountId, answer, { ...place, begunAt: null }, sent),
  )
}

/** Like `uploadAnswer`, for a file uploaded in pieces. An upload begun before the end of the stage is accepted. */
export async function answerOfUpload(
  services: Services,
  accountId: number,
  uploadId: string,
  asked: Omit<Answer, 'stageId'>,
) {
  const { stage_id, began_at: begunAt } = await ownUpload(services.db, accountId, uploadId)
  const answer = { ...asked, stageId: stage_id ?? undefined }
  const place = await placeOf(services, accountId, answer, begunAt)
  const made = await takeUpload(services, { accountId, uploadId, purpose: ['video'] }, (sent) =>
    keepAnswer(services, accountId, answer, { ...place, begunAt }, sent),
  )
  await dropUpload(services, uploadId)
  return made
}

interface Place {
  stageId: number
  question: number
  answerSeconds: number
  /** When the upload in pieces began; null for a file that came at once. */
  begunAt: Date | null
}

async function keepAnswer(services: Services, accountId: number, answer: Answer, place: Place, { name, file }: Upload) {
  const { db } = services
  const read = await readVideo({ path: file.path, into: null })
  if (typeof read === 'string') throw new Refusal(codes[read])
  if (read.durationMs > place.answerSeconds * 1000 + durationToleranceMs)
    throw new Refusal('video_too_long', { values: { seconds: place.answerSeconds } })
  const { size, sha256 } = file
  const fileId = await keepFile(services, file, {
    ...{ account_id: accountId, purpose: 'video', name: name.slice(0, 200) || 'video', type: read.type },
  })
  try {
    if (isOpen(await interviewOf(db, services, { accountId, stageId: place.stageId }, services.clock())))
      await endRunning(services, { accountId, stageId: place.stageId })
    return await db.transaction().execute(async (tx) => {
      const now = services.clock()
      const key = answer.idempotencyKey
      const sent = ['video', place.stageId, place.question, sha256]
      return runOnce(tx, { accountId, key, request: sent }, now, async () => {
        const stage = await lockInterview(tx, services, { accountId, stageId: place.stageId }, now)
        refuseUnlessInTime(stage, place.begunAt, now)
        const { question } = place
        const id = await addTake(
          tx,
          stage,
          accountId,
          { question, type: read.type, userAgent: answer.userAgent, source: 'file' },
          place.begunAt ?? now,
        )
        await tx.insertInto('video_parts').values({ take_id: id, at_byte: 0, size, sha256, file_id: fileId }).execute()
        await tx.updateTable('video_takes').set({ received: size }).where('id', '=', id).execute()
        const take = await lockTake(tx, id)
        if (take) await endTake(tx, take, { total: size, broken: false }, now)
        const after = await lockInterview(tx, services, { accountId, stageId: place.stageId }, now)
        return { take_id: id, interview: await interviewPage(tx, after, accountId, now) }
      })
    })
  } finally {
    // The file was refused or sent before, so no take refers to it.
    await removeFilesOf(services, [fileId], { unusedOnly: true })
  }
}

function refuseUnlessInTime(stage: OneStage, begunAt: Date | null, now: Date): void {
  if (isOpen(stage)) return
  const { closesAt } = stage.state.window
  if (!begunAt || !closesAt || begunAt >= closesAt) throw closed(stage.state)
  refuseUnlessMayArrive(stage, now)
}

/** The question of the answer; refused before the upload when it accepts no answer. */
async function placeOf(services: Services, accountId: number, { stageId, question }: Answer, begunAt: Date | null) {
  const { db, clock } = services
  const last = await db
    .selectFrom('video_questions')
    .select(['stage_id', 'question'])
    .where('account_id', '=', accountId)
    .$if(stageId !== undefined, (query) => query.where('stage_id', '=', stageId ?? 0))
    .$if(question !== undefined, (query) => query.where('question', '=', question ?? 0))
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const meant = stageId ?? last?.stage_id
  if (meant === undefined) throw new Refusal('video_question_order')
  const person = { accountId, stageId: meant }
  const stage = await interviewOf(db, services, person, clock())
  refuseUnlessInTime(stage, begunAt, clock())
  const asked = questionsOf(interviewSettings(stage.row), person, await askedQuestions(db, person))
  const found = last && asked.find((each) => each.question === last.question)
  if (!found?.shown) throw new Refusal('video_question_order')
  return { stageId: meant, question: found.question, answerSeconds: found.answer_seconds }
}
