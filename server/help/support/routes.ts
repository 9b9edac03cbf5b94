import { sendFile } from '#server/forms/files/send-file.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { competitionOfCall } from '#server/seasons/competitions/competition-of-call.ts'
import { handlersOf } from '#server/services.ts'
import type { feedbackRoutes } from '#shared/help/support/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { answerFeedback, type Organiser, setFeedbackStatus } from './answer-feedback.ts'
import { changesIn } from './changes-in.ts'
import { listFeedback, listInbox } from './list-feedback.ts'
import { sendFeedback, supportOf } from './send-feedback.ts'

export const feedbackHandlers = handlersOf<typeof feedbackRoutes>()({
  'GET /feedback_form': async ({ query }, { db, seasons }) => {
    const { topics, supportEmail } = await supportOf(db, query.competition_code)
    const changes = changesIn(await seasons.of(db, query.competition_code))
    return { topics: [...topics], support_email: supportEmail, changes }
  },

  'POST /feedback_form': async ({ body, caller, idempotencyKey }, services) =>
    sendFeedback(services, {
      ...body,
      competition_code: await competitionOfCall(services.db, body.competition_code, caller),
      files: body.files ?? [],
      accountId: caller.accountId,
      idempotencyKey,
    }),

  'GET /user/feedback': ({ query, caller }, { db }) =>
    listFeedback(db, caller.accountId, query.competition_code, query),

  'GET /admin/feedback': ({ query, caller }, { db }) => {
    const { competitions } = organiser(caller)
    const { competition_code: code, status } = query
    if (code !== undefined && competitions.length > 0 && !competitions.includes(code)) throw new Refusal('no_access')
    return listInbox(db, { competitions: code === undefined ? competitions : [code], status }, query)
  },

  'POST /admin/feedback/:id/answer': ({ params, body, caller }, services) =>
    answerFeedback(services, organiser(caller), { id: params.id, ...body }),

  'PATCH /admin/feedback/:id': ({ params, body, caller }, services) =>
    setFeedbackStatus(services, organiser(caller), { id: params.id, status: body.status }),

  'GET /admin/feedback/:id/files/:file_id': async ({ params, caller, reply }, { db, disk }) => {
    const { competitions } = organiser(caller)
    const file = await db
      .selectFrom('feedback_files')
      .innerJoin('feedback_requests as r', 'r.id', 'feedback_files.request_id')
      .innerJoin('files', 'files.id', 'feedback_files.file_id')
      .select(['files.id', 'files.name', 'files.type', 'files.scan'])
      .where('request_id', '=', params.id)
      .where('file_id', '=', params.file_id)
      .$if(competitions.length > 0, (query) => query.where('r.competition_code', 'in', [...competitions]))
      .executeTakeFirst()
    if (!file) throw new Refusal('not_found')
    return sendFile(reply, disk, file)
  },
})

const organiser = (caller: Caller): Organiser => ({
  accountId: caller.accountId,
  competitions: caller.flags.participants ?? [],
})
