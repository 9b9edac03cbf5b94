import { Type } from 'typebox'
import { route } from '#shared/api/route.ts'

const nullableString = Type.Union([Type.String(), Type.Null()])

export const profileRoutes = {
  'GET /user/profile': route({
    access: 'participant',
    summary: 'Профиль',
    response: Type.Object({
      id: Type.Integer({ description: 'Номер пользователя, test_id' }),
      fio: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      middle_name: Type.String(),
      avatar: nullableString,
      email: Type.String(),
      email_verified: Type.Boolean(),
      phone: nullableString,
      second_factor: Type.Union([Type.Literal('none'), Type.Literal('sms'), Type.Literal('totp')]),
    }),
  }),
}
