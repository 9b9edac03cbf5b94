import { Type } from 'typebox'
import { route } from '#shared/api/route.ts'

const nullableString = Type.Union([Type.String(), Type.Null()])

export const appRoutes = {
  'GET /app/config': route({
    access: 'public',
    summary: 'Настройки, нужные браузеру до входа',
    response: Type.Object({
      captcha: Type.Union([Type.Object({ type: Type.Literal('yandex'), site_key: Type.String() }), Type.Null()]),
      ymid: nullableString,
      mtid: nullableString,
      social_goal_id: nullableString,
      abf: Type.Object({ second_factor: Type.Array(Type.String()), password_min: Type.Integer() }),
      demo: Type.Boolean(),
    }),
  }),
}
