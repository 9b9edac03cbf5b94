import { Type } from 'typebox'
import { profileRoutes } from '#shared/accounts/profile/routes.ts'
import { nullable, nullableString } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'
import { bookingRoutes } from '#shared/programme/bookings/routes.ts'
import { competitionRoutes } from '#shared/seasons/competitions/routes.ts'
import { stageRoutes } from '#shared/stages/routes.ts'

const { 'GET /user/competitions': competitions, 'GET /user/tracks': tracks } = competitionRoutes

export const appRoutes = {
  'GET /user/start': route({
    access: 'participant',
    summary: 'Всё, с чего начинается страница вошедшего: те же ответы, что у отдельных запросов',
    query: Type.Object({
      competition_code: Type.Optional(Type.String({ maxLength: 64 })),
      track: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Type.Object({
      competitions: competitions.response,
      profile: profileRoutes['GET /user/profile'].response,
      track: nullable(
        Type.Object(
          {
            tracks: tracks.response,
            stages: stageRoutes['GET /user/user-stages'].response,
            events: bookingRoutes['GET /offline_events'].response,
          },
          { description: 'null, если такого трека нет' },
        ),
      ),
    }),
  }),

  'GET /app/config': route({
    access: 'public',
    summary: 'Настройки, нужные браузеру до входа',
    response: Type.Object({
      captcha: nullable(Type.Object({ type: Type.Literal('yandex'), site_key: Type.String() })),
      ymid: nullableString,
      mtid: nullableString,
      social_goal_id: nullableString,
      abf: Type.Object({ second_factor: Type.Array(Type.String()), password_min: Type.Integer() }),
      outbox: Type.Boolean(),
      silent: Type.Array(Type.Enum(['email', 'sms']), { description: 'Что не уходит и ждёт: шлюз не настроен' }),
      state_service: nullable(
        Type.Object({ name: Type.String() }, { description: 'Служба, через которую можно войти' }),
      ),
    }),
  }),
}
