import { handlersOf, type Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { videointerviewKind } from '#shared/kinds/videointerview/contract.ts'
import type { videoInterviewRoutes } from '#shared/kinds/videointerview/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { askQuestion, beginTake, saveVideoConsent } from './begin-take.ts'
import { readBoard } from './board.ts'
import { finishTake } from './finish-take.ts'
import { grantTake, reportDefect, reportDefectOfWork } from './grants.ts'
import { readInterview } from './read-interview.ts'
import { receivePart } from './receive-part.ts'
import { answerOfUpload, uploadAnswer } from './upload-answer.ts'
import { openOwnViewing, openViewing, sendVideo } from './viewings.ts'

export const videoInterviewHandlers = handlersOf<typeof videoInterviewRoutes>()({
  'GET /user/stages/:stage_id/video': ({ caller, params }, services) =>
    readInterview(services, caller.accountId, params.stage_id),

  'POST /user/stages/:stage_id/video/consent': ({ caller, params, ip }, services) =>
    saveVideoConsent(services, caller.accountId, params.stage_id, ip),

  'POST /user/stages/:stage_id/video/questions/:question': ({ caller, params }, services) =>
    askQuestion(services, caller.accountId, params.stage_id, params.question),

  'POST /user/stages/:stage_id/video/questions/:question/takes': ({ caller, params, body, userAgent }, services) =>
    beginTake(services, caller.accountId, {
      stageId: params.stage_id,
      question: params.question,
      type: body.type,
      userAgent,
    }),

  'POST /user/stages/:stage_id/video/questions/:question/defect': ({ caller, params, body }, services) =>
    reportDefect(services, caller.accountId, params.stage_id, {
      question: params.question,
      reason: reasonIn(body.reason),
    }),

  'POST /user/video': ({ caller, query, request, userAgent, idempotencyKey }, services) =>
    uploadAnswer(services, request, caller.accountId, {
      stageId: query.stage_id,
      question: query.question,
      userAgent,
      idempotencyKey,
    }),

  'POST /user/uploads/:upload_id/video': ({ caller, params, body, userAgent, idempotencyKey }, services) =>
    answerOfUpload(services, caller.accountId, params.upload_id, {
      question: body.question,
      userAgent,
      idempotencyKey,
    }),

  'PUT /user/video/:take_id/parts': ({ caller, params, query, request }, services) =>
    receivePart(services, request, caller.accountId, {
      takeId: params.take_id,
      atByte: query.at_byte,
      sha256: query.sha256,
    }),

  'POST /user/video/:take_id/end': ({ caller, params, body }, services) =>
    finishTake(services, caller.accountId, params.take_id, body),

  'POST /user/video/:take_id/viewing': ({ caller, params }, services) =>
    openOwnViewing(services, caller, params.take_id),

  'GET /video/:token': ({ params, query, request, reply }, services) =>
    sendVideo(services, request, reply, { token: params.token, part: query.part }),

  'POST /desk/readings/:reading_id/videos/:file_id': ({ caller, params }, services) =>
    openViewing(services, caller, { readingId: params.reading_id }, params.file_id),

  'POST /desk/readings/:reading_id/defects': async ({ caller, params, body }, services) => {
    const defect = { question: body.question, reason: reasonIn(body.reason) }
    await reportDefectOfWork(services, caller, params.reading_id, defect)
    return undefined
  },

  'POST /desk/works/:work_id/videos/:file_id': ({ caller, params }, services) =>
    openViewing(services, caller, { workId: params.work_id }, params.file_id),

  'GET /admin/competitions/:competition/stages/:code/video': async ({ params, query }, services) =>
    readBoard(services, await stageOf(services, params), query),

  'POST /admin/competitions/:competition/stages/:code/video/takes': async ({ caller, params, body }, services) =>
    grantTake(services, caller, await stageOf(services, params), {
      testId: body.test_id,
      question: body.question,
      reason: reasonIn(body.reason),
      answersRequest: body.answers_request ?? false,
    }),
})

function reasonIn(text: string): string {
  const reason = text.trim()
  if (reason === '') throw new Refusal('verdict_without_reason')
  return reason
}

async function stageOf(
  { db, seasons }: Services,
  { competition, code }: { competition: string; code: string },
): Promise<SeasonStage> {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== videointerviewKind.type) throw new Refusal('stage_not_found')
  return stage
}
