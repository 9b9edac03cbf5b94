import { sendAttachment } from '#server/platform/http/attachment.ts'
import { csvType } from '#server/platform/http/csv.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import type { feedbackStageRoutes } from '#shared/kinds/feedback/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { feedbackFigures, feedbackTable } from './feedback-figures.ts'
import { askedStage, giveFeedback, refuseFeedback } from './give-feedback.ts'
import { makeRequest } from './make-request.ts'

export const feedbackStageHandlers = handlersOf<typeof feedbackStageRoutes>()({
  'GET /user/stages/:stage_id/feedback': async ({ caller, params }, services) => {
    const { stage, round, named } = await askedStage(
      services,
      services.db,
      caller.accountId,
      params.stage_id,
      services.clock(),
    )
    const { about } = settingsAt(feedbackKind, stage.row)
    return { subject: stage.all.season.byCode.get(about)?.title ?? '', round, named, status: stage.state.status }
  },

  'PUT /user/stages/:stage_id/feedback': async ({ caller, params, body, receivedAt }, services) => {
    const { round, device, anonymous, ...opinion } = body
    const of = { accountId: caller.accountId, stageId: params.stage_id, receivedAt }
    await giveFeedback(services, { ...of, round, device, anonymous, opinion })
    return undefined
  },

  'POST /user/stages/:stage_id/feedback/never': async ({ caller, params }, services) => {
    await refuseFeedback(services, caller.accountId, params.stage_id)
    return undefined
  },

  'GET /admin/competitions/:competition/stages/:code/feedback': async ({ params }, services) => {
    const { stage, tracks } = await stageOf(services, params)
    return feedbackFigures(services, stage, tracks)
  },

  'POST /admin/competitions/:competition/stages/:code/feedback/requests': async (
    { caller, params, body },
    services,
  ) => {
    const { stage } = await stageOf(services, params)
    const { round, test_id: person } = body
    return makeRequest(services, stage, {
      actorId: caller.accountId,
      competition: params.competition,
      round,
      person,
    })
  },

  'GET /admin/competitions/:competition/stages/:code/feedback/csv': async ({ params, reply }, services) => {
    const { stage } = await stageOf(services, params)
    const body = await feedbackTable(services, stage)
    return sendAttachment(reply, { name: `feedback-${params.code}.csv`, type: csvType, body })
  },
})

async function stageOf({ db, seasons }: Services, { competition, code }: { competition: string; code: string }) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== 'feedback') throw new Refusal('stage_not_found')
  return { stage, tracks: new Map(season.tracks.map((track) => [track.code, track.title])) }
}
