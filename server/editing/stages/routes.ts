import { sendCsv } from '#server/platform/http/csv.ts'
import { handlersOf } from '#server/services.ts'
import type { stageEditingRoutes } from '#shared/editing/stages/routes.ts'
import { auditTable, listAudit } from './list-audit.ts'
import { publishStage } from './publish-stage.ts'
import { dropEdits, saveStage } from './save-stage.ts'
import { readStage } from './show-stage.ts'

export const stageEditingHandlers = handlersOf<typeof stageEditingRoutes>()({
  'GET /admin/competitions/:competition/stages/:code': ({ params }, services) => readStage(services, params),

  'PUT /admin/competitions/:competition/stages/:code': ({ params, body, caller }, services) =>
    saveStage(services, caller.accountId, params, body),

  'POST /admin/competitions/:competition/stages/:code/publish': ({ params, body, caller }, services) =>
    publishStage(services, caller.accountId, params, body.revision),

  'DELETE /admin/competitions/:competition/stages/:code/edits': ({ params, query, caller }, services) =>
    dropEdits(services, caller.accountId, params, query.revision),

  'GET /admin/competitions/:competition/audit': ({ params, query }, services) =>
    listAudit(services, params.competition, query),

  'GET /admin/competitions/:competition/audit/csv': async ({ params, reply }, { db }) => {
    const { head, rows } = await auditTable(db, params.competition)
    return sendCsv(reply, `audit-${params.competition}.csv`, head, rows)
  },
})
