import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf } from '#server/services.ts'
import type { eventPanelRoutes } from '#shared/programme/bookings/event-panel-routes.ts'
import { callOff } from './call-off.ts'
import { changeSlot } from './change-slot.ts'
import { readEventPanel } from './event-stage.ts'
import { addHost, removeHost } from './hosts.ts'
import { makeSlots } from './make-slots.ts'
import { printSeating } from './seating.ts'

export const eventPanelHandlers = handlersOf<typeof eventPanelRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/event': ({ params }, services) => readEventPanel(services, params),

  'POST /admin/competitions/:competition/stages/:code/event/slots': ({ params, body, caller }, services) =>
    makeSlots(services, caller.accountId, params, body),

  'POST /admin/competitions/:competition/stages/:code/event/slots/:slot_id': ({ params, body, caller }, services) =>
    changeSlot(services, caller.accountId, params, params.slot_id, body),

  'POST /admin/competitions/:competition/stages/:code/event/cancel': ({ params, body, caller }, services) =>
    callOff(services, caller.accountId, params, body.reason),

  'GET /admin/competitions/:competition/stages/:code/event/seating': async ({ params, caller, reply }, services) =>
    sendAttachment(reply, await printSeating(services, caller.accountId, params)),

  'POST /admin/competitions/:competition/stages/:code/event/hosts': ({ params, body, caller }, services) =>
    addHost(services, caller.accountId, params, body.email),

  'DELETE /admin/competitions/:competition/stages/:code/event/hosts/:test_id': ({ params, caller }, services) =>
    removeHost(services, caller.accountId, params, params.test_id),
})
