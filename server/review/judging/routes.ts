import { sendCsv } from '#server/platform/http/csv.ts'
import { handlersOf } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { judgingRoutes } from '#shared/review/judging/routes.ts'
import { addReader } from './add-reader.ts'
import { askForAssignment } from './assign-works.ts'
import { readBackground, saveBackground } from './background.ts'
import { dropReference, readCalibration, setReference } from './calibration.ts'
import { decideWorks } from './decide-works.ts'
import { addJudges, pinConflict, removeJudge, withdrawJudge } from './edit-judges.ts'
import { readJudging, saveJudging, setJudgingState } from './edit-judging.ts'
import { listAssigned, listConflicts } from './list-assigned.ts'
import { gapsTable, listGaps } from './list-gaps.ts'
import { listJudgedStages, listReadings } from './list-readings.ts'
import { moveReading } from './move-reading.ts'
import { previewWork } from './preview-work.ts'
import { readReading, requireReading } from './read-reading.ts'
import { remindJudges } from './remind-judges.ts'
import { listResults } from './results.ts'
import { abstain, handInMarks, saveReadingDraft } from './save-reading.ts'
import { sendWorkFile } from './send-work-file.ts'

export const judgingHandlers = handlersOf<typeof judgingRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/judging': ({ params }, services) => readJudging(services, params),

  'PUT /admin/competitions/:competition/stages/:code/judging': ({ params, body, caller }, services) =>
    saveJudging(services, caller.accountId, params, body.answer),

  'POST /admin/competitions/:competition/stages/:code/judges': ({ params, body, caller }, services) =>
    addJudges(services, caller.accountId, params, body.emails),

  'POST /admin/competitions/:competition/stages/:code/judges/withdraw': ({ params, body, caller }, services) =>
    withdrawJudge(services, caller.accountId, params, body.email),

  'DELETE /admin/competitions/:competition/stages/:code/judges/:test_id': ({ params, caller }, services) =>
    removeJudge(services, caller.accountId, params, params.test_id),

  'POST /admin/competitions/:competition/stages/:code/judges/:test_id/conflicts': (
    { params, body, caller },
    services,
  ) => pinConflict(services, caller.accountId, params, { ...body, judge: params.test_id }),

  'POST /admin/competitions/:competition/stages/:code/judging/assign': ({ params, caller }, services) =>
    askForAssignment(services, caller.accountId, params),

  'POST /admin/competitions/:competition/stages/:code/judging/works/:work_id/readers': ({ params, caller }, services) =>
    addReader(services, caller.accountId, params, params.work_id),

  'POST /admin/competitions/:competition/stages/:code/judging/reminders': ({ params, caller }, services) =>
    remindJudges(services, caller.accountId, params),

  'POST /admin/competitions/:competition/stages/:code/judging/state': ({ params, body, caller }, services) =>
    setJudgingState(services, caller.accountId, params, body.state),

  'GET /admin/competitions/:competition/stages/:code/judging/results': ({ params, query }, services) =>
    listResults(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/judging/readings': ({ params, query }, services) =>
    listAssigned(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/judging/gaps': ({ params, query }, services) =>
    listGaps(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/judging/gaps/csv': async ({ params, reply }, services) => {
    const { head, rows } = await gapsTable(services, params)
    return sendCsv(reply, `works-without-judges-${params.code}.csv`, head, rows)
  },

  'GET /admin/competitions/:competition/stages/:code/judging/conflicts': ({ params, query }, services) =>
    listConflicts(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/judging/readings/:reading_id/move': (
    { params, body, caller },
    services,
  ) => moveReading(services, caller.accountId, params, { ...body, readingId: params.reading_id }),

  'GET /admin/competitions/:competition/stages/:code/judging/calibration': ({ params }, services) =>
    readCalibration(services, params),

  'PUT /admin/competitions/:competition/stages/:code/judging/references/:work_id': (
    { params, body, caller },
    services,
  ) => setReference(services, caller.accountId, params, { ...body, workId: params.work_id }),

  'DELETE /admin/competitions/:competition/stages/:code/judging/references/:work_id': ({ params, caller }, services) =>
    dropReference(services, caller.accountId, params, params.work_id),

  'POST /admin/competitions/:competition/stages/:code/judging/decisions': ({ params, body, caller }, services) =>
    decideWorks(services, caller.accountId, params, { ...body, reason: body.reason ?? '' }),

  'GET /desk/background': ({ caller }, services) => readBackground(services, caller.accountId),

  'PUT /desk/background': ({ caller, body }, services) => saveBackground(services, caller.accountId, body.answer),

  'GET /desk/judging': ({ caller }, services) => listJudgedStages(services, caller),

  'GET /desk/judging/:stage_id': ({ caller, params }, services) => listReadings(services, caller, params.stage_id),

  'GET /desk/readings/:reading_id': ({ caller, params }, services) => readReading(services, caller, params.reading_id),

  'GET /desk/readings/:reading_id/files/:file_id': async ({ caller, params, reply }, services) => {
    const reading = await requireReading(services.db, caller, params.reading_id)
    if (reading.abstained !== null) throw new Refusal('reading_not_found')
    const { hand_in_id: handInId, blind } = reading
    return sendWorkFile(services, reply, { handInId, fileId: params.file_id, blind })
  },

  'PUT /desk/readings/:reading_id/draft': ({ caller, params, body }, services) =>
    saveReadingDraft(services, caller, typedIn(params.reading_id, body), body.revision),

  'POST /desk/readings/:reading_id/marks': ({ caller, params, body }, services) =>
    handInMarks(services, caller, typedIn(params.reading_id, body), body.rubric_version),

  'POST /desk/readings/:reading_id/abstention': ({ caller, params, body }, services) =>
    abstain(services, caller, { ...body, readingId: params.reading_id }),

  'GET /user/stages/:stage_id/preview': ({ caller, params }, services) =>
    previewWork(services, caller.accountId, params.stage_id),
})

interface Sent {
  hand_in: number
  marks: Record<string, number>
  comment: string
  note: string
  verdict?: 'pass' | 'fail' | null
  spent: number
}

const typedIn = (readingId: number, { hand_in: handIn, marks, comment, note, verdict = null, spent }: Sent) => ({
  readingId,
  handIn,
  marks,
  comment,
  note,
  verdict,
  spent,
})
