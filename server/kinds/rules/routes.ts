import { handlersOf } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { handInWork } from '#server/stages/work.ts'
import type { rulesPanelRoutes } from '#shared/kinds/rules/panel-routes.ts'
import type { rulesRoutes } from '#shared/kinds/rules/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { listVersions, publishVersion } from './edit-rules.ts'
import { remindOfRules } from './remind-of-rules.ts'
import { lastAnswer, versionsInForce } from './store.ts'

export const rulesHandlers = handlersOf<typeof rulesRoutes & typeof rulesPanelRoutes>()({
  'GET /user/rules/:id': async ({ caller, params }, { db, seasons, clock }) => {
    const stage = await oneStage(db, seasons, caller.accountId, { stageId: params.id, type: 'rules' }, clock())
    const [current, previous] = await versionsInForce(db, stage.row.id, clock())
    if (!current) throw new Refusal('stage_closed', { values: { reason: 'текст правил ещё не опубликован' } })
    const answer = await lastAnswer(db, { accountId: caller.accountId, stageId: stage.row.id })
    return {
      version: current.version,
      effective_from: formatWire(current.effective_from),
      text: current.text,
      previous: previous ? { version: previous.version, text: previous.text } : null,
      answer: answer && {
        status: answer.status,
        version: answer.version,
        comment: answer.comment,
        at: formatWire(answer.answered_at),
      },
    }
  },

  'POST /user/rules/:id': async ({ caller, params, body, ip, receivedAt, idempotencyKey }, services) => {
    const version = body.version ?? (await versionsInForce(services.db, params.id, receivedAt))[0]?.version ?? 1
    return handInWork(services, {
      accountId: caller.accountId,
      stage: { stageId: params.id, type: 'rules' },
      data: { comment: '', ...body, version },
      receivedAt,
      ip,
      idempotencyKey,
    })
  },

  'GET /admin/competitions/:competition/stages/:code/rules': ({ params }, services) => listVersions(services, params),

  'POST /admin/competitions/:competition/stages/:code/rules': ({ params, body, caller }, services) =>
    publishVersion(services, caller.accountId, params, body),

  'POST /admin/competitions/:competition/stages/:code/rules/reminder': async ({ params, caller }, services) => {
    await remindOfRules(services, caller.accountId, params)
    return listVersions(services, params, 'whole')
  },
})
