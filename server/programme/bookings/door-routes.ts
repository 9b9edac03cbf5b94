import { handlersOf } from '#server/services.ts'
import type { doorRoutes } from '#shared/programme/bookings/door-routes.ts'
import { listDoors, readDoor } from './doors.ts'
import { settleMarks } from './settle-marks.ts'

export const doorHandlers = handlersOf<typeof doorRoutes>()({
  'GET /desk/doors': ({ caller }, services) => listDoors(services, caller),

  'GET /desk/doors/:stage_id': ({ caller, params }, services) => readDoor(services, caller, params.stage_id),

  'POST /desk/doors/:stage_id/marks': ({ caller, params, body }, services) =>
    settleMarks(services, caller, params.stage_id, body.marks),
})
