import { Type } from 'typebox'
import { nullable, nullableString } from '#shared/api/fields.ts'
import { route } from '#shared/api/route.ts'

export const appRoutes = {
  'GET /app/config': route({
    access: 'public',
    summary: 'Настройки, нужные браузеру до входа',
    response: Type.Object({
      captcha: nullable(Type.Object({ type: Type.Literal('yandex'), site_key: Type.String() })),
      ymid: nullableString,
      mtid: nullableString,
      social_goal_id: nullableString,
      abf: Type.Object({ second_factor: Type.Array(Type.String()), password_min: Type.Integer() }),
      demo: Type.Boolean(),
    }),
  }),
}
