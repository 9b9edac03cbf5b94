import { handlersOf } from '#server/services.ts'
import type { protocolFileRoutes } from '#shared/people/exports/protocol-routes.ts'
import { askProtocolFile, readProtocolFile, sendProtocolFile } from './protocol-files.ts'

export const protocolFileHandlers = handlersOf<typeof protocolFileRoutes>()({
  'POST /admin/competitions/:competition/protocols/:number/files': ({ params, body, caller }, services) =>
    askProtocolFile(services, caller, params, body.format),

  'GET /admin/competitions/:competition/protocols/:number/files/:export_id': ({ params }, services) =>
    readProtocolFile(services, params, params.export_id),

  'GET /admin/competitions/:competition/protocols/:number/files/:export_id/file': (
    { params, caller, reply },
    services,
  ) => sendProtocolFile(services, caller, params, { exportId: params.export_id, reply }),
})
