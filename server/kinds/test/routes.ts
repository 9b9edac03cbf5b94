import { sendFile } from '#server/forms/files/send-file.ts'
import { findFile } from '#server/forms/files/store.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { beginAttempt } from '#server/stages/attempts.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { handInWork } from '#server/stages/work.ts'
import { picturesOf } from '#shared/kinds/test/question-texts.ts'
import type { testRoutes } from '#shared/kinds/test/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { keepAnswer } from './keep-answer.ts'
import { hearTest, noticeBegin } from './notice.ts'
import { ownTest } from './own-test.ts'
import { questionsOf } from './question-memory.ts'
import { readStat } from './read-stat.ts'
import { readTest, versionsOf } from './read-test.ts'
import { sendTakeOverCode, takeOver } from './take-over.ts'

export const testHandlers = handlersOf<typeof testRoutes>()({
  'GET /user/assessments/:id': ({ caller, params, query }, services) =>
    readTest(services, { accountId: caller.accountId, stageId: params.id, device: query.device }),

  'POST /user/assessments/:id': async ({ caller, params, body, ip, receivedAt, idempotencyKey }, services) => {
    const { act, device, code } = body
    const at = { accountId: caller.accountId, stageId: params.id, device }
    if (act === 'answer' || act === 'flag') {
      const { seq, question, answer, flagged = false, sent_at: sentAt } = body
      if (seq === undefined || question === undefined || answer === undefined) throw new Refusal('invalid_request')
      const sent = { ...at, seq, question, answer, flagged, sentAt: sentAt === undefined ? null : new Date(sentAt) }
      return { acknowledged: await keepAnswer(services, sent), page: null }
    }
    if (act === 'begin') {
      const { id, now } = await beginAttempt(services, { ...at, type: 'test' })
      await noticeBegin(services, { id, now, ip })
      return { acknowledged: null, page: await readTest(services, at) }
    }
    await oneStage(services.db, services.seasons, at.accountId, { stageId: at.stageId, type: 'test' }, services.clock())
    if (act === 'take_over') {
      if (code === undefined) throw new Refusal('invalid_request')
      await takeOver(services, at, code)
      await hearTest(services, at, { ip, leftMs: 0 })
    }
    if (act === 'finish')
      await handInWork(services, {
        accountId: at.accountId,
        stage: { stageId: at.stageId, type: 'test' },
        data: { device },
        receivedAt,
        ip,
        idempotencyKey,
      })
    return { acknowledged: null, page: await readTest(services, at) }
  },

  'GET /user/assessments/:id/stat': ({ caller, params }, services) =>
    readStat(services, { accountId: caller.accountId, stageId: params.id }),

  'POST /user/assessments/:id/heartbeat': async ({ caller, params, body, ip }, services) => {
    const at = { accountId: caller.accountId, stageId: params.id, device: body.device }
    const { now, deadline, extraMinutes } = await hearTest(services, at, { ip, leftMs: body.left_ms ?? 0 })
    return { now: formatWire(now), deadline: deadline && formatWire(deadline), extra_minutes: extraMinutes }
  },

  'POST /user/assessments/:id/code': ({ caller, params, ip }, services) =>
    sendTakeOverCode(services, { accountId: caller.accountId, stageId: params.id, ip }),

  'GET /user/assessments/:id/pictures/:file_id': async ({ caller, params, reply }, services) =>
    sendFile(reply, services.disk, await ownPicture(services, caller.accountId, params)),
})

/** A picture of the paper in the person's running attempt. */
async function ownPicture(
  { db, seasons, clock }: Services,
  accountId: number,
  { id: stageId, file_id: fileId }: { id: number; file_id: string },
) {
  await oneStage(db, seasons, accountId, { stageId, type: 'test' }, clock())
  const { attempt, paper } = await ownTest(db, { accountId, stageId })
  if (!attempt || attempt.finishedAt) throw new Refusal('attempt_not_begun')
  const questions = await questionsOf(db, db, versionsOf(paper?.sections ?? []))
  const file = [...questions.values()].flatMap(picturesOf).includes(fileId) && (await findFile(db, fileId))
  if (!file) throw new Refusal('not_found')
  return file
}
