import { sendFile } from '#server/forms/files/send-file.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf } from '#server/services.ts'
import type { lessonRoutes } from '#shared/programme/lessons/routes.ts'
import { answerCancellation, askForMoreTime, listCancellations } from './cancel-lesson.ts'
import { downloadCertificate, downloadCertificates } from './certificates.ts'
import { checkLesson, lessonPhoto } from './check-lesson.ts'
import { lessonMap } from './lesson-map.ts'
import { photoPairs } from './photo-pairs.ts'
import { listPlaces, placesForPerson, removePlace, savePlace } from './places.ts'
import { answerAuthor, readLesson } from './read-lesson.ts'

export const lessonHandlers = handlersOf<typeof lessonRoutes>()({
  'GET /user/stages/:stage_id/lesson': ({ caller, params }, services) =>
    readLesson(services, caller.accountId, params.stage_id),

  'GET /user/stages/:stage_id/lesson/places': ({ caller, params }, services) =>
    placesForPerson(services, caller.accountId, params.stage_id),

  'PUT /user/stages/:stage_id/lesson/authors/:test_id': ({ caller, params, body }, services) =>
    answerAuthor(services, caller.accountId, {
      stageId: params.stage_id,
      testId: params.test_id,
      answer: body.answer,
    }),

  'POST /user/stages/:stage_id/lesson/cancellation': ({ caller, params, body }, services) =>
    askForMoreTime(services, caller.accountId, params.stage_id, body.reason),

  'GET /user/stages/:stage_id/lesson/certificate': async ({ caller, params, reply }, services) =>
    sendAttachment(reply, await downloadCertificate(services, caller.accountId, params.stage_id)),

  'GET /desk/lesson-cancellations': ({ caller }, services) => listCancellations(services, caller),

  'POST /desk/lesson-cancellations/:cancellation_id': ({ caller, params, body }, services) =>
    answerCancellation(services, caller, params.cancellation_id, {
      confirmed: body.confirmed,
      closesAt: body.closes_at ?? '',
      words: body.answer,
    }),

  'GET /desk/works/:work_id/lesson': ({ caller, params }, services) => checkLesson(services, caller, params.work_id),

  'GET /desk/works/:work_id/lesson/photos/:file_id': async ({ caller, params, reply }, services) =>
    sendFile(
      reply,
      services.disk,
      await lessonPhoto(services, caller, { workId: params.work_id, fileId: params.file_id }),
    ),

  'GET /admin/competitions/:competition/stages/:code/lesson/places': ({ params }, services) =>
    listPlaces(services, params),

  'POST /admin/competitions/:competition/stages/:code/lesson/places': ({ params, body, caller }, services) =>
    savePlace(services, caller.accountId, params, { placeId: null, answer: body.answer }),

  'PUT /admin/competitions/:competition/stages/:code/lesson/places/:place_id': ({ params, body, caller }, services) =>
    savePlace(services, caller.accountId, params, { placeId: params.place_id, answer: body.answer }),

  'DELETE /admin/competitions/:competition/stages/:code/lesson/places/:place_id': ({ params, caller }, services) =>
    removePlace(services, caller.accountId, params, params.place_id),

  'GET /admin/competitions/:competition/stages/:code/lesson/map': ({ params }, services) => lessonMap(services, params),

  'GET /admin/competitions/:competition/stages/:code/lesson/photos': ({ params, query }, services) =>
    photoPairs(services, { ...params, ...query }),

  'GET /admin/competitions/:competition/stages/:code/lesson/certificates': async ({ params, reply }, services) =>
    sendAttachment(reply, await downloadCertificates(services, params)),
})
