import { Type } from 'typebox'
import { id, maxInteger, nullable, nullableString } from '#shared/api/fields.ts'
import { pageQuery } from '#shared/api/page.ts'
import { refusedBy } from '#shared/api/refused-by.ts'
import { route } from '#shared/api/route.ts'
import { meetingFormat, meetingStatus, userMeetingStatus } from '#shared/meetings/wire.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { mentorshipStatuses } from './mentorship-status.ts'
import { mentorReasonsCount } from './selection.ts'

/** A stage by its number or by its code. */
export const mentorship = Type.String({ minLength: 1, maxLength: 64, description: 'Номер или код этапа' })
const reasons = Type.Array(Type.Integer({ minimum: 1, maximum: mentorReasonsCount }), {
  maxItems: mentorReasonsCount,
  uniqueItems: true,
})
const comment = Type.String({ maxLength: 2000 })
const fileId = Type.String({ pattern: '^[0-9a-f]{32}$' })
const user_comment = Type.String({ description: 'Что участник пишет наставнику' })
const ownFile = {
  user_file_url: nullable(Type.String(), 'Участник не приложил файла'),
  user_file_name: nullableString,
}
const page = pageQuery({ size: 24, max: 100 })

const mentor = {
  id,
  last_name: Type.String(),
  first_name: Type.String(),
  second_name: Type.String(),
  fio: Type.String(),
  position: Type.String(),
  field: Type.String(),
  region: Type.String(),
  comment: Type.String({ description: 'Что наставник говорит о себе' }),
}

export const mentorRoutes = {
  'GET /user/mentors': route({
    access: 'participant',
    summary: 'Наставники, которых можно выбрать на этапе, по алфавиту',
    refuses: refusedBy.stage,
    query: Type.Object({
      mentorship,
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Часть имени или должности' })),
      field: Type.Optional(Type.String({ maxLength: 200, description: 'Сфера' })),
      ...page,
    }),
    response: Type.Object({
      mentors: Type.Array(Type.Object({ ...mentor, user_comment, ...ownFile })),
      count: Type.Integer(),
      fields: Type.Array(Type.String(), { description: 'Сферы всех наставников этапа' }),
    }),
  }),
  'GET /user/choosed_mentors': route({
    access: 'participant',
    summary: 'Кого участник выбрал: черновик или сданное, в его порядке',
    refuses: refusedBy.stage,
    query: Type.Object({ mentorship }),
    response: Type.Object({
      mentorship: id,
      min_mentors: Type.Integer(),
      max_mentors: Type.Integer(),
      choosed_mentors: Type.Array(
        Type.Object({
          ...mentor,
          mentor_id: id,
          reasons: Type.Array(Type.Integer()),
          user_comment,
          file_id: nullable(fileId),
          ...ownFile,
        }),
      ),
      may_change: Type.Boolean({ description: 'Сейчас выбор можно изменить' }),
      changed_since_hand_in: Type.Boolean({ description: 'После сдачи выбор изменён и ещё не сдан' }),
      revision: Type.Integer(),
      saved_at: nullableString,
      handed_in_at: nullableString,
    }),
  }),
  'POST /user/choosed_mentors': route({
    access: 'participant',
    summary: 'Сдать выбор наставников или сохранить его черновиком',
    refuses: [
      ...refusedBy.openStage,
      ...refusedBy.mentors,
      'mentors_too_few',
      'form_invalid',
      'draft_conflict',
      'idempotency_mismatch',
    ],
    body: Type.Object({
      mentorship: Type.Union([id, mentorship]),
      choosed_mentors: Type.Array(
        Type.Object({
          mentor_id: id,
          reasons: Type.Optional(reasons),
          comment: Type.Optional(comment),
          file_id: Type.Optional(nullable(fileId, 'Без файла')),
        }),
        { maxItems: 100 },
      ),
      draft: Type.Optional(Type.Boolean({ description: 'Только сохранить, не сдавать' })),
      revision: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
    }),
    response: Type.Object({
      revision: Type.Integer(),
      saved_at: Type.String(),
      handed_in: nullable(handInAnswer),
    }),
  }),
  'POST /user/choosed_mentors/:mentor_id': route({
    access: 'participant',
    summary: 'Изменить, что участник пишет выбранному наставнику',
    refuses: [...refusedBy.openStage, 'mentor_unavailable', 'draft_conflict'],
    params: Type.Object({ mentor_id: id }),
    body: Type.Object({ mentorship: Type.Optional(Type.Union([id, mentorship])), comment }),
    response: Type.Object({ mentor_id: id, comment: Type.String(), revision: Type.Integer() }),
  }),
  'GET /user/ind-program-mentors': route({
    access: 'participant',
    summary: 'Наставники индивидуальной программы: те, кто согласился работать с участником',
    refuses: ['stage_not_found'],
    query: Type.Object({ mentorship_id: mentorship }),
    response: Type.Object({
      mentors: Type.Array(Type.Object({ ...mentor, user_comment, ...ownFile })),
      count: Type.Integer(),
    }),
  }),
  'GET /mentors/files/:file_id': route({
    access: 'mentor',
    summary: 'Файл, который участник приложил к сданному выбору этого наставника',
    refuses: ['not_found', ...refusedBy.storedFile],
    params: Type.Object({ file_id: fileId }),
    response: null,
    download: true,
  }),
  'GET /mentors/users': route({
    access: 'mentor',
    summary: 'Участники, которые выбрали наставника, и встречи с ними; недавние первыми',
    query: Type.Object(page),
    response: Type.Object({
      users: Type.Array(
        Type.Object({
          user_id: Type.Integer({ description: 'Номер участника на портале' }),
          fio: Type.String(),
          avatar: nullable(Type.String(), 'Фотографии нет, или наставник не согласился работать с участником'),
          competition: Type.String(),
          stage_id: id,
          status: Type.Enum([...mentorshipStatuses]),
          reasons: Type.Array(Type.Integer()),
          comment: Type.String(),
          ...ownFile,
          chosen_at: Type.String(),
          meetings: Type.Array(
            Type.Object({
              id,
              status: meetingStatus,
              user_meeting_status: userMeetingStatus,
              format: meetingFormat,
              meeting_date: Type.String(),
              place: Type.String(),
              proposed_date: nullableString,
              comment: Type.String(),
              came: nullable(Type.Boolean(), 'Отчёта ещё нет'),
              report: Type.String({ description: 'Что наставник написал после встречи' }),
            }),
          ),
        }),
      ),
      count: Type.Integer(),
    }),
  }),
}
