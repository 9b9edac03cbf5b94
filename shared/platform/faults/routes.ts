import { Type } from 'typebox'
import { route } from '#shared/platform/api/route.ts'

export const faultRoutes = {
  'POST /client-errors': route({
    access: 'public',
    summary: 'Сообщает о сбое страницы: что сломалось и где, без личных данных',
    limit: 'client_errors',
    bodyLimit: 16 * 1024,
    body: Type.Object({
      /** The id of this fault, which the person can give to support. */
      id: Type.String({ pattern: '^[a-z0-9]{6,20}$' }),
      message: Type.String({ maxLength: 1000 }),
      stack: Type.Optional(Type.String({ maxLength: 4000 })),
      /** The address within the portal, without its query. */
      path: Type.String({ maxLength: 300 }),
      /** The request id that the server gave to the failed call. */
      request_id: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: null,
  }),
}
