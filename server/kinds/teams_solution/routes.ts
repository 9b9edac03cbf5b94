import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf } from '#server/services.ts'
import { commentsPage } from '#shared/kinds/teams_solution/limits.ts'
import type { teamsSolutionRoutes } from '#shared/kinds/teams_solution/routes.ts'
import { drawTasks } from './draw-tasks.ts'
import { addFile, dropFile, sendSolutionFile } from './files.ts'
import { giveTime } from './give-time.ts'
import { handInSolution } from './hand-in-solution.ts'
import { listTeams } from './list-teams.ts'
import { packFiles } from './pack-files.ts'
import { listParts } from './parts.ts'
import { reportPresence } from './presence.ts'
import { printWorks } from './print-works.ts'
import { readSolution } from './read-solution.ts'
import { nameDeputy, saveAgreement } from './save-agreement.ts'
import { giveSectionBack, holdSection, readSection, saveSection } from './sections.ts'
import { addComment, listComments, listVersions, readVersion } from './versions.ts'

const of = ({ caller, params }: { caller: { accountId: number }; params: { stage_id: number } }) => ({
  accountId: caller.accountId,
  stageId: params.stage_id,
})

export const teamsSolutionHandlers = handlersOf<typeof teamsSolutionRoutes>()({
  'GET /user/stages/:stage_id/solution': (call, services) => readSolution(services, of(call)),

  'POST /user/stages/:stage_id/solution/here': (call, services) => reportPresence(services, of(call), call.body.holder),

  'GET /user/stages/:stage_id/solution/sections/:section': (call, services) =>
    readSection(services, { ...of(call), section: call.params.section }),

  'PUT /user/stages/:stage_id/solution/sections/:section/hold': (call, services) =>
    holdSection(services, { ...of(call), section: call.params.section, holder: call.body.holder }),

  'DELETE /user/stages/:stage_id/solution/sections/:section/hold': (call, services) =>
    giveSectionBack(services, { ...of(call), section: call.params.section, holder: call.query.holder }),

  'PUT /user/stages/:stage_id/solution/sections/:section': (call, services) =>
    saveSection(services, {
      ...of(call),
      section: call.params.section,
      ...call.body,
      receivedAt: call.receivedAt,
    }),

  'POST /user/stages/:stage_id/solution/uploads/:upload_id': (call, services) =>
    addFile(services, { ...of(call), uploadId: call.params.upload_id }),

  'GET /user/stages/:stage_id/solution/files/:file_id': (call, services) =>
    sendSolutionFile(services, call.reply, { ...of(call), fileId: call.params.file_id }),

  'DELETE /user/stages/:stage_id/solution/files/:file_id': (call, services) =>
    dropFile(services, { ...of(call), fileId: call.params.file_id }),

  'GET /user/stages/:stage_id/solution/versions': (call, services) =>
    listVersions(services, { ...of(call), ...call.query }),

  'GET /user/stages/:stage_id/solution/versions/:version_id': (call, services) =>
    readVersion(services, { ...of(call), versionId: call.params.version_id }),

  'PUT /user/stages/:stage_id/solution/agreement': (call, services) =>
    saveAgreement(services, { ...of(call), ...call.body }),

  'PUT /user/stages/:stage_id/solution/deputy': (call, services) =>
    nameDeputy(services, { ...of(call), testId: call.body.test_id }),

  'POST /user/stages/:stage_id/solution/hand-in': (call, services) =>
    handInSolution(services, {
      ...of(call),
      revision: call.body.revision,
      receivedAt: call.receivedAt,
      ip: call.ip,
      idempotencyKey: call.idempotencyKey,
    }),

  'GET /user/stages/:stage_id/solution/comments': (call, services) =>
    listComments(services, { ...of(call), ...call.query }),

  'POST /user/stages/:stage_id/solution/comments': async (call, services) => {
    await addComment(services, { ...of(call), text: call.body.text })
    return listComments(services, { ...of(call), limit: commentsPage, offset: 0 })
  },

  'GET /admin/competitions/:competition/stages/:code/solutions': ({ params, query }, services) =>
    listTeams(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/solutions/draw': ({ params, caller }, services) =>
    drawTasks(services, caller.accountId, params),

  'PUT /admin/competitions/:competition/stages/:code/solutions/:team_id/time': async (
    { params, body, caller },
    services,
  ) => {
    const { team_id: teamId, ...place } = params
    await giveTime(services, caller.accountId, place, { teamId, closesAt: body.closes_at, reason: body.reason })
    return undefined
  },

  'GET /admin/competitions/:competition/stages/:code/solutions/parts': ({ params }, services) =>
    listParts(services, params),

  'GET /admin/competitions/:competition/stages/:code/solutions/docx': async (
    { params, query, caller, reply },
    services,
  ) => {
    const { name, type, bytes } = await printWorks(services, caller.accountId, params, query)
    return sendAttachment(reply, { name, type, body: bytes, size: bytes.length })
  },

  'GET /admin/competitions/:competition/stages/:code/solutions/zip': async (
    { params, query, caller, reply },
    services,
  ) => sendAttachment(reply, await packFiles(services, caller.accountId, params, query)),
})
