import { Type } from 'typebox'
import { id, idParams, nullableString } from '#shared/api/fields.ts'
import { route } from '#shared/api/route.ts'
import { meetingFormat, meetingStatus, userMeetingStatus } from './wire.ts'

const meeting = Type.Object({
  id,
  status: meetingStatus,
  user_meeting_status: userMeetingStatus,
  reasons: Type.Array(Type.Integer(), { description: 'Почему отклонена, номерами' }),
  comment: Type.String(),
  format: meetingFormat,
  meeting_date: Type.String(),
  place: Type.String({ description: 'Адрес или ссылка' }),
  proposed_date: nullableString,
  revision: Type.Integer({ description: 'Растёт с каждым изменением' }),
  mentor: Type.Object({ mentor_id: id, fio: Type.String(), position: Type.String() }),
})

export const meetingRoutes = {
  'POST /user/meetings/query': route({
    access: 'participant',
    summary: 'Свои встречи с наставниками, поздние первыми',
    body: Type.Object({
      mentorship: Type.Union([id, Type.String({ minLength: 1, maxLength: 64, description: 'Код этапа' })]),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100000 })),
    }),
    response: Type.Object({ meetings: Type.Array(meeting), count: Type.Integer() }),
  }),
  'POST /user/meeting-invitations/:id': route({
    access: 'participant',
    summary: 'Принять встречу, отклонить её или предложить другое время',
    params: idParams,
    body: Type.Object({
      status: Type.Union([Type.Literal('accepted'), Type.Literal('rejected'), Type.Literal('changed')]),
      reasons: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 5 }), { maxItems: 5, uniqueItems: true })),
      comment: Type.Optional(Type.String({ maxLength: 2000 })),
      proposed_date: Type.Optional(Type.String({ maxLength: 19, description: 'yyyy-MM-dd HH:mm:ss по Москве' })),
      revision: Type.Optional(id),
    }),
    response: meeting,
  }),
}
