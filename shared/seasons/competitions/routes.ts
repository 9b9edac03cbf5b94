import { Type } from 'typebox'
import { nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'

export const competition = Type.Object({
  code: Type.String(),
  title: Type.String(),
  tagline: Type.String(),
  who: Type.String({ description: 'Кто может участвовать, одной строкой; пусто, если все' }),
  description: Type.String(),
  theme: Type.String(),
  layout: Type.String(),
  start_date: nullableString,
  end_date: nullableString,
  registration_open: Type.Boolean(),
  registration_opens: nullable(Type.String({ description: 'Когда откроется, если это впереди' })),
  registration_ends: nullableString,
  links: Type.Object({ news: nullableString, rules: nullableString, personal_data: nullableString }),
  social: Type.Object({ vk: nullableString, telegram: nullableString, ok: nullableString, rutube: nullableString }),
  copyright: Type.String(),
  support_email: nullableString,
})

const ownCompetition = Type.Object({
  ...competition.properties,
  door: Type.Union([Type.Literal('participant'), Type.Literal('supporter'), Type.Null()]),
  track: nullableString,
})

const track = Type.Object({
  code: Type.String(),
  title: Type.String(),
  description: Type.String(),
  is_mine: Type.Boolean(),
  open_stages: Type.Integer(),
  done_stages: Type.Integer(),
  all_stages: Type.Integer(),
  next_deadline: nullable(
    Type.Object({ title: Type.String(), at: Type.String(), stage: Type.String(), type: Type.String() }),
  ),
})

const page = Type.Object(pageQuery({ size: 50 }))

export const competitionRoutes = {
  'GET /competitions': route({
    access: 'public',
    summary: 'Открытые для всех конкурсы',
    query: page,
    response: Type.Object({ competitions: Type.Array(competition), count: Type.Integer() }),
  }),
  'GET /user/competitions': route({
    access: 'participant',
    summary: 'Все видимые конкурсы с отметкой, где человек участвует',
    query: page,
    response: Type.Object({ competitions: Type.Array(ownCompetition), count: Type.Integer() }),
  }),
  'GET /user/tracks': route({
    access: 'participant',
    summary: 'Треки конкурса; свой трек первым',
    refuses: ['competition_not_found', 'tracks_unavailable'],
    query: Type.Object({ competition_code: Type.String({ maxLength: 64 }) }),
    response: Type.Object({ tracks: Type.Array(track) }),
  }),
}
