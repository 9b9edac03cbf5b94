import { sendWorkFile } from '#server/review/judging/send-work-file.ts'
import { handlersOf } from '#server/services.ts'
import type { peerRoutes } from '#shared/kinds/mgmt_solution_assessment/routes.ts'
import { callReserve } from './call-reserve.ts'
import { changeRater } from './change-rater.ts'
import { decideRanked } from './decide-ranked.ts'
import { decideReport } from './decide-report.ts'
import { dropReference, setReference } from './edit-references.ts'
import { fillPool } from './fill-pool.ts'
import { nextTask } from './give-task.ts'
import { listRaters } from './list-raters.ts'
import { listPeerWorks } from './list-works.ts'
import { nameExperts } from './name-experts.ts'
import { assessedBy, peerStageAt } from './peer-stage.ts'
import { publishMarks } from './publish-marks.ts'
import { readPeerPage } from './read-page.ts'
import { readPeer } from './read-peer.ts'
import { ownTask, readTask } from './read-task.ts'
import { reportWork } from './report-work.ts'
import { handInTask, saveTaskDraft } from './save-task.ts'

const nameOf = ({ stage_id: stageId, task_id: taskId }: { stage_id: number; task_id: number }) => ({ stageId, taskId })

export const peerHandlers = handlersOf<typeof peerRoutes>()({
  'GET /user/stages/:stage_id/peer': ({ caller, params }, services) =>
    readPeerPage(services, caller.accountId, params.stage_id),

  'POST /user/stages/:stage_id/peer/next': async ({ caller, params }, services) => ({
    task_id: await nextTask(services, caller.accountId, params.stage_id),
  }),

  'GET /user/stages/:stage_id/peer/tasks/:task_id': ({ caller, params }, services) =>
    readTask(services, caller.accountId, nameOf(params)),

  'GET /user/stages/:stage_id/peer/tasks/:task_id/files/:file_id': async ({ caller, params, reply }, services) => {
    await assessedBy(services, caller.accountId, params.stage_id)
    const { hand_in_id: handInId } = await ownTask(services, caller.accountId, nameOf(params))
    return sendWorkFile(services, reply, { handInId, fileId: params.file_id, blind: true })
  },

  'PUT /user/stages/:stage_id/peer/tasks/:task_id/draft': ({ caller, params, body }, services) =>
    saveTaskDraft(services, caller.accountId, { ...nameOf(params), ...body }, body.revision),

  'POST /user/stages/:stage_id/peer/tasks/:task_id/marks': (
    { caller, params, body: { rubric_version: rubricVersion, ...typed }, receivedAt },
    services,
  ) => handInTask(services, caller.accountId, { ...nameOf(params), ...typed, rubricVersion, receivedAt }),

  'POST /user/stages/:stage_id/peer/tasks/:task_id/report': async ({ caller, params, body }, services) => {
    await reportWork(services, caller.accountId, { ...nameOf(params), ...body })
    return undefined
  },

  'GET /admin/competitions/:competition/stages/:code/peer': ({ params }, services) => readPeer(services, params),

  'GET /admin/competitions/:competition/stages/:code/peer/works': ({ params, query }, services) =>
    listPeerWorks(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/peer/raters': ({ params, query }, services) =>
    listRaters(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/peer/pool': async ({ caller, params }, services) => ({
    added: await fillPool(services, await peerStageAt(services, params), caller.accountId),
    peer: await readPeer(services, params, 'whole'),
  }),

  'PUT /admin/competitions/:competition/stages/:code/peer/references/:work_id': ({ params, body, caller }, services) =>
    setReference(services, caller.accountId, params, { workId: params.work_id, ...body }),

  'DELETE /admin/competitions/:competition/stages/:code/peer/references/:work_id': ({ params, caller }, services) =>
    dropReference(services, caller.accountId, params, params.work_id),

  'POST /admin/competitions/:competition/stages/:code/peer/works/:work_id/report': (
    { params, body, caller },
    services,
  ) => decideReport(services, caller.accountId, params, { workId: params.work_id, ...body }),

  'POST /admin/competitions/:competition/stages/:code/peer/experts': ({ params, body, caller }, services) =>
    nameExperts(services, caller.accountId, params, body),

  'PUT /admin/competitions/:competition/stages/:code/peer/raters/:test_id': async (
    { params, body, caller },
    services,
  ) => {
    await changeRater(services, caller.accountId, params, { testId: params.test_id, ...body })
    return undefined
  },

  'POST /admin/competitions/:competition/stages/:code/peer/reserve': ({ params, body, caller }, services) =>
    callReserve(services, caller.accountId, params, body.works),

  'POST /admin/competitions/:competition/stages/:code/peer/publish': ({ params, caller }, services) =>
    publishMarks(services, caller.accountId, params),

  'POST /admin/competitions/:competition/stages/:code/peer/decisions': ({ params, body, caller }, services) =>
    decideRanked(services, caller.accountId, params, { ...body, reason: body.reason ?? '' }),
})
