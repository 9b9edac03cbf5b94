import { Type } from 'typebox'
import { nullableString } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'

/** These routes exist only in a demo that only this machine can reach. */
export const outboxRoutes = {
  'GET /dev/outbox': route({
    access: 'public',
    summary: 'Письма и СМС демонстрационного режима, новые первыми',
    query: Type.Object({
      to: Type.Optional(Type.String({ maxLength: 254 })),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    }),
    response: Type.Array(
      Type.Object({
        to: Type.String(),
        channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
        subject: Type.String(),
        text: Type.String(),
        code: nullableString,
        created: Type.String(),
      }),
    ),
  }),
}
