import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf } from '#server/services.ts'
import type { stageRoutes } from '#shared/stages/routes.ts'
import { calendarAddress, deadlineCalendar, dropCalendarAddress, newCalendarAddress } from './deadline-calendar.ts'
import { downloadReceipt } from './download-receipt.ts'
import { askReminder, dropReminder } from './remind-of-opening.ts'
import { stagePage } from './stage-page.ts'
import { userStagesInJson } from './user-stages.ts'

export const stageHandlers = handlersOf<typeof stageRoutes>()({
  'GET /user/user-stages': async ({ caller, query, reply }, services) => {
    const of = { accountId: caller.accountId, competitionCode: query.competition_code, viewedTrack: query.track }
    const json = await userStagesInJson(
      services,
      of,
      services.clock(),
      (tree) => `${reply.serializeInput(tree, '200')}`,
    )
    reply.type('application/json; charset=utf-8').send(json)
    return undefined
  },

  'GET /user/stages/:stage_id': ({ caller, params }, services) =>
    stagePage(services, caller.accountId, params.stage_id, services.clock()),

  'PUT /user/stages/:stage_id/reminder': async ({ caller, params }, services) => {
    await askReminder(services, caller.accountId, params.stage_id)
    return undefined
  },

  'DELETE /user/stages/:stage_id/reminder': async ({ caller, params }, services) => {
    await dropReminder(services, caller.accountId, params.stage_id)
    return undefined
  },

  'GET /user/calendar-address': ({ caller }, services) => calendarAddress(services, caller.accountId),

  'POST /user/calendar-address': ({ caller }, services) => newCalendarAddress(services, caller.accountId),

  'DELETE /user/calendar-address': async ({ caller }, services) => {
    await dropCalendarAddress(services, caller.accountId)
    return undefined
  },

  'GET /calendar/:token': async ({ params, reply }, services) => {
    const body = Buffer.from(await deadlineCalendar(services, params.token))
    const type = 'text/calendar; charset=utf-8'
    return sendAttachment(reply, { name: 'sroki.ics', type, body, size: body.length })
  },

  'GET /user/stages/:stage_id/receipt': async ({ caller, params, reply }, services) => {
    const { name, type, bytes } = await downloadReceipt(services, caller.accountId, params.stage_id, services.clock())
    return sendAttachment(reply, { name, type, body: bytes, size: bytes.length })
  },
})
