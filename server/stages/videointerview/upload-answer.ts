import type { FastifyRequest } from 'fastify'
import { receiveUpload } from '#server/files/receive-upload.ts'
import { keepFile } from '#server/files/upload-file.ts'
import type { Services } from '#server/services.ts'
import { once } from '#server/stages/idempotency.ts'
import { Refusal, type RefusalCode } from '#shared/api/refusals.ts'
import { durationToleranceMs, type TakeFailure, videoFileMaxBytes } from '#shared/stages/videointerview/take-rules.ts'
import { addTake, endRunning, endTake } from './begin-take.ts'
import { interviewOf, interviewSettings, lockInterview, refuseUnlessOpen } from './interview-stage.ts'
import { interviewPage, questionsOf } from './read-interview.ts'
import { readVideo } from './read-video.ts'
import { askedQuestions, lockTake, removeFilesOf } from './store.ts'

interface Answer {
  /** Without them: the question that was shown last. */
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

/** Takes a file instead of a recording. What it is, is read from its bytes before it counts as a take. */
export async function uploadAnswer(services: Services, request: FastifyRequest, accountId: number, answer: Answer) {
  const { db, disk } = services
  const place = await placeOf(services, accountId, answer)
  return receiveUpload(disk, request, { accountId, maxBytes: videoFileMaxBytes }, async ({ name, file }) => {
    const read = await readVideo({ path: file.path, into: null })
    if (typeof read === 'string') throw new Refusal(codes[read])
    if (read.durationMs > place.answerSeconds * 1000 + durationToleranceMs)
      throw new Refusal('video_too_long', { values: { seconds: place.answerSeconds } })
    const { size, sha256 } = file
    const fileId = await keepFile(services, file, {
      ...{ account_id: accountId, purpose: 'video', name: name.slice(0, 200) || 'video', type: read.type },
    })
    try {
      await endRunning(services, { accountId, stageId: place.stageId })
      return await db.transaction().execute(async (tx) => {
        const now = services.clock()
        const key = answer.idempotencyKey
        const sent = ['video', place.stageId, place.question, sha256]
        return once(tx, { accountId, key, request: sent }, now, async () => {
          const stage = await lockInterview(tx, services, { accountId, stageId: place.stageId }, now)
          refuseUnlessOpen(stage)
          const { question } = place
          const id = await addTake(
            tx,
            stage,
            accountId,
            { question, type: read.type, userAgent: answer.userAgent, source: 'file' },
            now,
          )
          await tx
            .insertInto('video_parts')
            .values({ take_id: id, at_byte: 0, size, sha256, file_id: fileId })
            .execute()
          await tx.updateTable('video_takes').set({ received: size }).where('id', '=', id).execute()
          const take = await lockTake(tx, id)
          if (take) await endTake(tx, take, { total: size, broken: false }, now)
          const after = await lockInterview(tx, services, { accountId, stageId: place.stageId }, now)
          return { take_id: id, interview: await interviewPage(tx, after, accountId, now) }
        })
      })
    } finally {
      // Refused, or sent before: no take has this file.
      await removeFilesOf(services, [fileId], { unusedOnly: true })
    }
  })
}

/** The question that is meant; refused before anything is received when it takes no answer. */
async function placeOf(services: Services, accountId: number, { stageId, question }: Answer) {
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
  refuseUnlessOpen(stage)
  const asked = questionsOf(interviewSettings(stage.row), person, await askedQuestions(db, person))
  const found = last && asked.find((each) => each.question === last.question)
  if (!found?.shown) throw new Refusal('video_question_order')
  return { stageId: meant, question: found.question, answerSeconds: found.answer_seconds }
}
