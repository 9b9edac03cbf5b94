import { Type } from 'typebox'
import { id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxCardMeetings } from '#shared/programme/meetings/limits.ts'
import { meetingFormat, meetingStatus, userMeetingStatus } from '#shared/programme/meetings/wire.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { maxCapacity, maxMentorLink, mentorshipStatuses } from './mentorship-status.ts'
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

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const absence = Type.Object({ begins: day, ends: day })

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
  avatar: nullable(Type.String({ description: 'Имя для /view/{size}x-{src}' }), 'Без фотографии'),
  topics: Type.Array(Type.String()),
  video: Type.String({ description: 'Ссылка на видео; пусто — без него' }),
  left: nullable(Type.Integer({ minimum: 0 }), 'Мест сколько угодно'),
  absences: Type.Array(absence, { description: 'Когда наставника нет: нынешние и будущие отъезды' }),
  conflict: Type.Boolean({ description: 'Связан с участником по работе или родству: назначить его нельзя' }),
}

const capacity = Type.Integer({ minimum: 0, maximum: maxCapacity })
const refusal = Type.Enum(['no_time', 'other_topic', 'conflict', 'other'])
const said = Type.String({ maxLength: 1000, description: 'Что участник прочитает вместе с ответом' })
const token = Type.String({ minLength: 1, maxLength: 300 })
const topics = Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }), {
  maxItems: 10,
  uniqueItems: true,
})
const https = Type.String({ maxLength: maxMentorLink, pattern: '^(https://[^\\s]+)?$' })
export const mentorFields = {
  position: Type.String({ maxLength: 200 }),
  field: Type.String({ maxLength: 200 }),
  region: Type.String({ maxLength: 200 }),
  employer: Type.String({
    maxLength: 200,
    description: 'С участниками отсюда наставник не работает: конфликт интересов',
  }),
  about: Type.String({ maxLength: 2000 }),
  video: https,
  capacity: nullable(capacity, 'Мест сколько угодно'),
  topics,
  assistant_email: Type.String({
    maxLength: 320,
    description: 'Кто подтвердил эту почту, отвечает за наставника; пусто — без помощника',
  }),
}
const profile = Type.Object({ ...mentorFields, absences: Type.Array(absence, { maxItems: 20 }) })

/** Who has answered for the mentor. */
const answeredBy = nullable(
  Type.String({ description: 'Помощник, который ответил за наставника; пусто — имя неизвестно' }),
  'Наставник ответил сам или ещё не ответил',
)

const letterOffer = Type.Object({
  mentor: Type.String(),
  fio: Type.String(),
  region: Type.String(),
  competition: Type.String(),
  stage: Type.String(),
  rank: Type.Integer({ minimum: 0, description: '0 — участник не выбирал сам' }),
  reasons: Type.Array(Type.Integer()),
  comment: Type.String(),
  user_file_name: nullable(Type.String(), 'Без файла'),
  status: Type.Enum([...mentorshipStatuses]),
  by_other: Type.Boolean({ description: 'С участником уже работает другой наставник' }),
  answer_until: Type.String(),
  capacity: nullable(capacity, 'Мест сколько угодно'),
  working: Type.Integer({ minimum: 0, description: 'Со сколькими участниками конкурса наставник уже работает' }),
})

const answerRefuses = [
  'mentorship_not_found',
  'mentorship_answered',
  'mentorship_over',
  'mentorship_not_offered',
  'mentor_full',
  'mentor_conflict',
  'form_invalid',
] as const

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
      way: Type.Enum(['mentors', 'matching']),
      answers: Type.Array(
        Type.Object({
          fio: Type.String(),
          status: Type.Enum([...mentorshipStatuses]),
          answer: Type.String({ description: 'Что ответил наставник' }),
          answer_until: nullable(Type.String(), 'Ответа ещё не ждут'),
          assistant: answeredBy,
        }),
        { description: 'Что наставники ответили на сданное; до публикации пар пусто' },
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
  'GET /mentors/profile': route({
    access: 'mentor',
    summary: 'Свой профиль наставника: места, темы, отъезды, помощник',
    response: profile,
  }),
  'PUT /mentors/profile': route({
    access: 'mentor',
    summary: 'Изменить свой профиль наставника',
    refuses: ['form_invalid', 'too_many_requests'],
    body: profile,
    response: profile,
  }),
  'POST /mentors/users/:user_id/:stage_id': route({
    access: 'mentor',
    summary: 'Ответить участнику, отказаться от работы с ним или сказать, хочется ли с ним работать',
    refuses: [...answerRefuses, 'stage_not_found', 'mentorship_expired'],
    params: Type.Object({ user_id: id, stage_id: id }),
    body: Type.Object({
      act: Type.Enum(['accept', 'decline', 'withdraw', 'want', 'rather_not', 'no_wish']),
      reason: Type.Optional(refusal),
      answer: Type.Optional(said),
    }),
    response: null,
  }),
  'POST /mentors/answer/read': route({
    access: 'public',
    summary: 'Прочитать предложение по ссылке из письма наставнику; ничего не меняет',
    refuses: ['mentor_link_over'],
    limit: 'code_entry',
    body: Type.Object({ token }),
    response: letterOffer,
  }),
  'POST /mentors/answer': route({
    access: 'public',
    summary: 'Ответить участнику по ссылке из письма, без входа; второй раз ссылка не сработает',
    refuses: [...answerRefuses, 'mentor_link_over'],
    limit: 'code_entry',
    body: Type.Object({ token, accept: Type.Boolean(), reason: Type.Optional(refusal), answer: Type.Optional(said) }),
    response: letterOffer,
  }),
  'POST /mentors/answer/capacity': route({
    access: 'public',
    summary: 'Изменить число мест наставника по ссылке из письма, без входа',
    refuses: ['mentor_link_over'],
    limit: 'code_entry',
    body: Type.Object({ token, capacity: nullable(capacity, 'Мест сколько угодно') }),
    response: letterOffer,
  }),
  'POST /mentors/answer/file': route({
    access: 'public',
    summary: 'Файл, который участник приложил к выбору, по ссылке из письма',
    refuses: ['mentor_link_over', 'not_found', ...refusedBy.storedFile],
    limit: 'code_entry',
    body: Type.Object({ token }),
    response: null,
    download: true,
  }),
  'GET /mentors/users': route({
    access: 'mentor',
    summary: 'Участники, которые выбрали наставника, и встречи с ними; сначала те, кто ждёт ответа, потом недавние',
    query: Type.Object(page),
    response: Type.Object({
      users: Type.Array(
        Type.Object({
          user_id: Type.Integer({ description: 'Номер участника на портале' }),
          fio: Type.String(),
          avatar: nullable(Type.String(), 'Фотографии нет, или наставник не согласился работать с участником'),
          competition: Type.String(),
          stage_id: id,
          stage: Type.String({ description: 'Название этапа: в конкурсе их может быть несколько' }),
          status: Type.Enum([...mentorshipStatuses]),
          reasons: Type.Array(Type.Integer()),
          comment: Type.String(),
          ...ownFile,
          chosen_at: Type.String(),
          rank: Type.Integer({ minimum: 0, description: 'Каким по счёту участник назвал наставника; 0 — назначен' }),
          may_answer: Type.Boolean({ description: 'Сейчас можно согласиться или отказаться' }),
          may_wish: Type.Boolean({ description: 'Пары ещё подбирают: можно сказать, хочется ли работать вместе' }),
          wish: Type.Enum([-1, 0, 1]),
          answer_until: nullable(Type.String(), 'Ответа не ждут'),
          by_other: Type.Boolean({ description: 'С участником работает другой наставник' }),
          answer: Type.String({ description: 'Что наставник ответил участнику' }),
          assistant: answeredBy,
          meetings_count: Type.Integer({ description: 'Сколько всего встреч' }),
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
            { description: `Последние, не больше ${maxCardMeetings}` },
          ),
        }),
      ),
      count: Type.Integer(),
      waiting: Type.Integer({ description: 'Сколько из всех ждут ответа; на пустой странице 0' }),
    }),
  }),
}
