import { Type } from 'typebox'
import { id, idParams, maxInteger, nullable, nullableString } from '#shared/api/fields.ts'
import { route } from '#shared/api/route.ts'
import { maxReportLength } from './report.ts'
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
  mentor: Type.Object({
    mentor_id: id,
    fio: Type.String(),
    avatar: nullable(Type.String(), 'Фотографии нет'),
    position: Type.String(),
  }),
})

/** One person of a mentor's meeting. */
const ofMentor = Type.Object({
  id,
  status: meetingStatus,
  user_meeting_status: userMeetingStatus,
  format: meetingFormat,
  meeting_date: Type.String(),
  place: Type.String({ description: 'Адрес или ссылка' }),
  proposed_date: nullableString,
  comment: Type.String({ description: 'Что участник ответил' }),
  revision: Type.Integer(),
  user_id: Type.Integer({ description: 'Номер участника на портале' }),
  fio: Type.String(),
  came: nullable(Type.Boolean(), 'Отчёта ещё нет'),
  report: Type.String(),
})
const ofPerson = Type.Object({ id, user_id: Type.Integer({ minimum: 1, maximum: maxInteger }) })

export const meetingRoutes = {
  'GET /mentors/meetings': route({
    access: 'mentor',
    summary: 'Встречи наставника: что ждёт его ответа или отчёта и что будет за неделю, ближайшие первыми',
    response: Type.Object({
      today: Type.String({ description: 'yyyy-MM-dd по Москве' }),
      asks_time: Type.Array(ofMentor, { description: 'Участник просит другое время' }),
      lacks_report: Type.Array(ofMentor, { description: 'Прошли, а отчёта ещё нет' }),
      week: Type.Array(ofMentor, { description: 'Сегодня и следующие шесть дней' }),
    }),
  }),
  'POST /mentors/meetings/:id/:user_id/time': route({
    access: 'mentor',
    summary: 'Согласиться на время, о котором просит участник, или оставить прежнее',
    refuses: ['meeting_not_found', 'meeting_changed', 'meeting_time_passed'],
    params: ofPerson,
    body: Type.Object({ agreed: Type.Boolean(), revision: Type.Optional(id) }),
    response: ofMentor,
  }),
  'POST /mentors/meetings/:id/:user_id/report': route({
    access: 'mentor',
    summary: 'Отчёт о прошедшей встрече с участником; его можно исправить',
    refuses: ['meeting_not_found', 'meeting_not_over'],
    params: ofPerson,
    body: Type.Object({ came: Type.Boolean(), report: Type.String({ maxLength: maxReportLength }) }),
    response: ofMentor,
  }),
  'POST /user/meetings/query': route({
    access: 'participant',
    summary: 'Свои встречи с наставниками, поздние первыми',
    refuses: ['stage_not_found'],
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
    refuses: ['meeting_not_found', 'meeting_changed', 'meeting_closed', 'meeting_date_wrong', 'comment_required'],
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
