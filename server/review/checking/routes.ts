import { answerWithSession } from '#server/accounts/auth/answer-login.ts'
import { readCookie } from '#server/accounts/auth/cookies.ts'
import { sendFile } from '#server/forms/files/send-file.ts'
import { handlersOf } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { assessmentRoutes } from '#shared/review/checking/routes.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { checkWork } from './check-work.ts'
import { addChecker, limitChecker, readReview, removeChecker, saveReview } from './edit-review.ts'
import { listQueues } from './list-queues.ts'
import { listWorks } from './list-works.ts'
import { readWork } from './read-work.ts'
import { returnWorks } from './return-works.ts'
import { saveCheckDraft } from './save-check-draft.ts'
import { workToCheck } from './store.ts'
import { takeNext } from './take-next.ts'
import { releaseWork } from './take-next-work.ts'

export const assessmentHandlers = handlersOf<typeof assessmentRoutes>()({
  'POST /auth/staff-invitation/read': ({ body }, services) => readInvitation(services, body.token),

  'POST /auth/staff-invitation': async ({ body, ip, userAgent, request, reply }, services) => {
    const { person } = body
    const opened = await acceptInvitation(services, {
      token: body.token,
      person: person
        ? {
            lastName: person.last_name,
            firstName: person.first_name,
            middleName: person.middle_name,
            password: person.password,
            confirmation: person.password_confirmation,
          }
        : null,
      deviceToken: readCookie(request, services.config, 'device'),
      ip,
      userAgent,
    })
    return { access_token: opened ? answerWithSession({ request, reply }, services.config, opened).access_token : null }
  },

  'GET /admin/competitions/:competition/stages/:code/review': ({ params }, services) => readReview(services, params),

  'PUT /admin/competitions/:competition/stages/:code/review': ({ params, body, caller }, services) =>
    saveReview(services, caller.accountId, params, body.answer),

  'POST /admin/competitions/:competition/stages/:code/checkers': ({ params, body, caller }, services) =>
    addChecker(services, caller.accountId, params, body.email),

  'PUT /admin/competitions/:competition/stages/:code/checkers/:test_id': ({ params, body, caller }, services) =>
    limitChecker(services, caller.accountId, params, { testId: params.test_id, regions: body.regions }),

  'DELETE /admin/competitions/:competition/stages/:code/checkers/:test_id': ({ params, caller }, services) =>
    removeChecker(services, caller.accountId, params, params.test_id),

  'POST /admin/competitions/:competition/stages/:code/return': ({ params, body, caller }, services) =>
    returnWorks(services, caller, params, body),

  'GET /desk': ({ caller }, services) => listQueues(services, caller),

  'GET /desk/stages/:stage_id/works': ({ caller, params, query }, services) =>
    listWorks(services, caller, params.stage_id, query),

  'POST /desk/stages/:stage_id/next': ({ caller, params, body }, services) =>
    takeNext(services, caller, params.stage_id, body.after),

  'GET /desk/works/:work_id': ({ caller, params }, services) => readWork(services, caller, params.work_id),

  'GET /desk/works/:work_id/files/:file_id': async ({ caller, params, reply }, { db, disk }) => {
    const work = await workToCheck(db, caller, params.work_id)
    const file =
      work &&
      (await db
        .selectFrom('hand_in_files as h')
        .innerJoin('files as f', 'f.id', 'h.file_id')
        .select(['f.id', 'f.name', 'f.type', 'f.scan'])
        .where('h.hand_in_id', '=', work.hand_in_id)
        .where('f.id', '=', params.file_id)
        // A recording is played, not handed out.
        .where('f.purpose', '!=', 'video')
        .executeTakeFirst())
    if (!file) throw new Refusal('work_not_found')
    return sendFile(reply, disk, file)
  },

  'PUT /desk/works/:work_id/draft': ({ caller, params, body }, services) =>
    saveCheckDraft(services, caller, {
      workId: params.work_id,
      handIn: body.hand_in,
      data: body.data,
      basedOn: body.revision,
    }),

  'POST /desk/works/:work_id/check': ({ caller, params, body }, services) =>
    checkWork(services, caller, {
      workId: params.work_id,
      handIn: body.hand_in,
      verdict: body.verdict,
      remarks: body.remarks ?? [],
      reasonCode: body.reason_code ?? '',
      reason: body.reason ?? '',
      note: body.note ?? '',
    }),

  'DELETE /desk/works/:work_id/hold': async ({ caller, params }, services) => {
    await releaseWork(services, caller, params.work_id)
    return undefined
  },
})
