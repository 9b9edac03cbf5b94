import { Type } from 'typebox'
import { asOf, id, idParams, maxInteger, nullable } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import {
  maxAgendaRows,
  maxBoardMentors,
  maxInvited,
  maxMentees,
  maxMoved,
  maxPlaceLength,
  maxReasonLength,
  meetingBoardPage,
  meetingPeoplePage,
  proposals,
} from './limits.ts'
import { maxNoteLength, maxReportLength } from './report.ts'
import { meetingFormat, meetingStatus, userMeetingStatus } from './wire.ts'

const count = Type.Integer({ minimum: 0 })
const moment = Type.String({ maxLength: 19, description: 'yyyy-MM-dd HH:mm:ss по Москве' })
const day = Type.String({ maxLength: 10, description: 'yyyy-MM-dd по Москве' })
const minutes = Type.Integer({ minimum: 15, maximum: 480, description: 'Сколько длится' })
const offset = Type.Integer({ description: 'Смещение от UTC в минутах' })
const userId = Type.Integer({ minimum: 1, maximum: maxInteger, description: 'Номер участника на портале' })
const reason = Type.String({ minLength: 1, maxLength: maxReasonLength, pattern: '\\S' })

/** When, how and where: what both sides see of a meeting. */
const time = {
  id,
  status: meetingStatus,
  user_meeting_status: userMeetingStatus,
  format: meetingFormat,
  meeting_date: Type.String(),
  minutes,
  place: Type.String({ description: 'Адрес или ссылка' }),
  proposed_dates: Type.Array(Type.String(), { description: 'Какое время предлагает участник' }),
  revision: Type.Integer({ description: 'Растёт с каждым изменением' }),
  cancelled_because: Type.String(),
  lapsed: Type.Boolean({ description: 'Ответа не дождались' }),
}

const meeting = Type.Object({
  ...time,
  reasons: Type.Array(Type.Integer(), { description: 'Почему отклонена, номерами' }),
  comment: Type.String(),
  own_offset: offset,
  mentor_offset: offset,
  others: Type.Integer({ minimum: 0, description: 'Сколько ещё участников приглашено' }),
  may_mark: Type.Boolean({ description: 'Встреча позади: её можно отметить и оценить' }),
  held: nullable(Type.Boolean(), 'Участник ещё не отметил'),
  rating: nullable(Type.Integer(), 'Оценки нет'),
  note: Type.String({ description: 'Заметка участника' }),
  note_shared: Type.Boolean({ description: 'Заметку видит наставник' }),
  shared_note: Type.String({ description: 'Что наставник написал участнику' }),
  mentor: Type.Object({
    mentor_id: id,
    fio: Type.String(),
    avatar: nullable(Type.String(), 'Фотографии нет'),
    position: Type.String(),
  }),
})

/** One person of a mentor's meeting. */
const ofMentor = Type.Object({
  ...time,
  comment: Type.String({ description: 'Что участник ответил' }),
  user_id: userId,
  fio: Type.String(),
  own_offset: offset,
  person_offset: offset,
  came: nullable(Type.Boolean(), 'Отчёта ещё нет'),
  report: Type.String({ description: 'Участник его не видит' }),
  shared_note: Type.String({ description: 'Что прочитает участник' }),
  note: Type.String({ description: 'Заметка участника, если он ею поделился' }),
})

const ofPerson = Type.Object({ id, user_id: userId })
const timeAndPlace = {
  format: meetingFormat,
  meeting_date: moment,
  minutes,
  place: Type.String({ maxLength: maxPlaceLength }),
}
const badPlace = ['meeting_date_wrong', 'meeting_address_missing', 'meeting_link_wrong', 'meeting_clash'] as const

const stagePlace = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})

const onBoard = Type.Object({
  id,
  mentor_id: id,
  mentor: Type.String(),
  status: meetingStatus,
  format: meetingFormat,
  meeting_date: Type.String(),
  minutes,
  place: Type.String(),
  may_move: Type.Boolean(),
  people: Type.Array(Type.Object({ user_id: userId, fio: Type.String(), answer: userMeetingStatus })),
})

export const meetingRoutes = {
  'GET /mentors/meetings': route({
    access: 'mentor',
    summary: 'Встречи наставника: что ждёт его ответа или отчёта и что будет за неделю, ближайшие первыми',
    query: Type.Object({ from: Type.Optional(day) }),
    response: Type.Object({
      today: Type.String({ description: 'yyyy-MM-dd по Москве' }),
      from: Type.String({ description: 'Первый день недели' }),
      asks_time: Type.Array(ofMentor, { description: 'Участник просит другое время' }),
      lacks_report: Type.Array(ofMentor, { description: 'Прошли, а отчёта ещё нет' }),
      week: Type.Array(ofMentor, { description: 'Семь дней, начиная с первого' }),
      cut: Type.Boolean({
        description: `Встреч больше, чем помещается: показаны ${maxAgendaRows} строк, сначала недели`,
      }),
    }),
  }),
  'GET /mentors/meetings/people': route({
    access: 'mentor',
    summary: 'Кого наставник может пригласить на встречу',
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Часть имени или номер' })),
    }),
    response: Type.Object({
      people: Type.Array(
        Type.Object({
          stage_id: id,
          competition: Type.String(),
          stage: Type.String({ description: 'Название этапа, на котором выбран наставник' }),
          user_id: userId,
          fio: Type.String(),
          offset,
        }),
        { description: `По алфавиту, не больше ${maxMentees}` },
      ),
      count: Type.Integer({ description: 'Сколько их всего, при поиске — найденных' }),
    }),
  }),
  'POST /mentors/meetings': route({
    access: 'mentor',
    limit: 'meeting',
    summary: 'Назначить встречу одному или нескольким участникам; они получат приглашения',
    refuses: [...badPlace, 'mentee_not_found', 'meetings_too_many'],
    body: Type.Object({
      stage_id: id,
      user_ids: Type.Array(userId, { minItems: 1, maxItems: maxInvited, uniqueItems: true }),
      ...timeAndPlace,
    }),
    response: Type.Object({ id }),
    status: 201,
  }),
  'PUT /mentors/meetings/:id': route({
    access: 'mentor',
    limit: 'meeting',
    summary: 'Изменить время, длительность, формат или место встречи; о новом времени участников спросят ещё раз',
    refuses: [...badPlace, 'meeting_not_found', 'meeting_changed', 'meeting_not_ahead'],
    params: idParams,
    body: Type.Object({ ...timeAndPlace, revision: id }),
    response: Type.Object({ id, revision: Type.Integer() }),
  }),
  'POST /mentors/meetings/:id/cancel': route({
    access: 'mentor',
    limit: 'meeting',
    summary: 'Отменить встречу, с причиной; участники получат уведомление',
    refuses: ['meeting_not_found', 'meeting_changed', 'meeting_not_ahead'],
    params: idParams,
    body: Type.Object({ reason, revision: id }),
    response: null,
  }),
  'GET /mentors/meetings/:id/calendar': route({
    access: 'mentor',
    summary: 'Встреча для программы-календаря, iCalendar',
    refuses: ['meeting_not_found'],
    params: idParams,
    response: null,
    download: true,
  }),
  'POST /mentors/meetings/:id/:user_id/time': route({
    access: 'mentor',
    summary: 'Согласиться на одно из времён, которые предлагает участник, или оставить прежнее',
    refuses: ['meeting_not_found', 'meeting_changed', 'meeting_time_passed', 'meeting_clash'],
    params: ofPerson,
    body: Type.Object({
      agreed: Type.Boolean(),
      date: Type.Optional(Type.String({ maxLength: 19, description: 'Одно из предложенных; без него — первое' })),
      revision: Type.Optional(id),
    }),
    response: ofMentor,
  }),
  'POST /mentors/meetings/:id/:user_id/report': route({
    access: 'mentor',
    limit: 'meeting',
    summary: 'Отчёт о прошедшей встрече с участником; его можно исправить',
    refuses: ['meeting_not_found', 'meeting_not_over'],
    params: ofPerson,
    body: Type.Object({
      came: Type.Boolean(),
      report: Type.String({ maxLength: maxReportLength }),
      shared_note: Type.Optional(Type.String({ maxLength: maxNoteLength })),
    }),
    response: ofMentor,
  }),
  'POST /user/meetings/query': route({
    access: 'participant',
    summary: 'Свои встречи с наставниками, поздние первыми',
    onlyReads: true,
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
    limit: 'meeting_answer',
    summary: 'Принять встречу, отклонить её или предложить два-три других времени',
    refuses: [
      'meeting_not_found',
      'meeting_changed',
      'meeting_closed',
      'comment_required',
      'meeting_date_wrong',
      'meeting_times_few',
    ],
    params: idParams,
    body: Type.Object({
      status: Type.Union([Type.Literal('accepted'), Type.Literal('rejected'), Type.Literal('changed')]),
      reasons: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 5 }), { maxItems: 5, uniqueItems: true })),
      comment: Type.Optional(Type.String({ maxLength: 2000 })),
      proposed_dates: Type.Optional(Type.Array(moment, { maxItems: proposals.max })),
      revision: Type.Optional(id),
    }),
    response: meeting,
  }),
  'POST /user/meetings/:id/outcome': route({
    access: 'participant',
    summary: 'Отметить, состоялась ли встреча, оценить её и оставить заметку',
    refuses: ['meeting_not_found', 'meeting_not_over'],
    params: idParams,
    body: Type.Object({
      held: Type.Boolean(),
      rating: nullable(Type.Integer({ minimum: 1, maximum: 5 }), 'Без оценки'),
      note: Type.String({ maxLength: maxNoteLength }),
      note_shared: Type.Boolean({ description: 'Показать заметку наставнику' }),
    }),
    response: meeting,
  }),
  'GET /user/meetings/:id/calendar': route({
    access: 'participant',
    summary: 'Встреча для программы-календаря, iCalendar',
    refuses: ['meeting_not_found'],
    params: idParams,
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/stages/:code/meetings': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Встречи недели по наставникам и сколько встреч у каждого наставника',
    refuses: [...refusedBy.ownersStage],
    params: stagePlace,
    query: Type.Object({
      ...pageQuery({ size: meetingBoardPage, max: meetingBoardPage }),
      from: Type.Optional(day),
      mentor_id: Type.Optional(id),
    }),
    response: Type.Object({
      as_of: asOf,
      count: Type.Integer({ minimum: 0, description: 'Сколько встреч за неделю' }),
      mentors_count: Type.Integer({
        minimum: 0,
        description: `Сколько наставников; в списке не больше ${maxBoardMentors}`,
      }),
      quota: count,
      today: Type.String(),
      from: Type.String(),
      mentors: Type.Array(
        Type.Object({ mentor_id: id, fio: Type.String(), planned: count, held: count, unanswered: count }),
      ),
      meetings: Type.Array(onBoard),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/meetings/people': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Сколько встреч у каждого, кто работает с наставником; сначала те, у кого их меньше',
    refuses: [...refusedBy.ownersStage],
    params: stagePlace,
    query: Type.Object({ ...pageQuery({ size: meetingPeoplePage }), short: Type.Optional(Type.Boolean()) }),
    response: Type.Object({
      as_of: asOf,
      count,
      short: Type.Integer({ minimum: 0, description: 'У скольких состоялось меньше встреч, чем нужно' }),
      people: Type.Array(
        Type.Object({
          user_id: userId,
          fio: Type.String(),
          mentors: Type.Array(Type.String()),
          held: count,
          planned: count,
        }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/meetings/no-shows': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Встречи, которые кто-то отметил несостоявшимися, поздние первыми',
    refuses: [...refusedBy.ownersStage],
    params: stagePlace,
    query: Type.Object({ ...pageQuery({ size: meetingPeoplePage }) }),
    response: Type.Object({
      as_of: asOf,
      count,
      rows: Type.Array(
        Type.Object({
          id,
          meeting_date: Type.String(),
          mentor: Type.String(),
          user_id: userId,
          fio: Type.String(),
          came: nullable(Type.Boolean(), 'Отчёта наставника нет'),
          held: nullable(Type.Boolean(), 'Участник не отметил'),
          missed: Type.Integer({ minimum: 0, description: 'Сколько таких встреч у участника' }),
        }),
      ),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/meetings/moves': route({
    access: 'mentors',
    competition: 'params',
    summary:
      'Перенести встречи на одно и то же время вперёд или назад либо передать другому наставнику; сначала без записи',
    refuses: [
      ...refusedBy.ownersStage,
      'mentor_unavailable',
      'meeting_moves_changed',
      'meeting_moves_none',
      'comment_required',
    ],
    params: stagePlace,
    body: Type.Object({
      ids: Type.Array(id, { minItems: 1, maxItems: maxMoved, uniqueItems: true }),
      by_minutes: Type.Integer({
        minimum: -525600,
        maximum: 525600,
        description: 'На сколько перенести; 0 — время прежнее',
      }),
      mentor_id: nullable(id, 'Наставник прежний'),
      reason: Type.String({ maxLength: maxReasonLength }),
      fingerprint: nullable(Type.String({ maxLength: 100 }), 'Только посмотреть, что изменится'),
    }),
    response: Type.Object({
      fingerprint: Type.String({ description: 'Его называют, чтобы изменить именно то, что просмотрено' }),
      done: Type.Boolean(),
      rows: Type.Array(
        Type.Object({
          id,
          mentor: Type.String(),
          people: Type.Array(Type.String()),
          from: Type.String(),
          to: Type.String(),
          problem: nullable(
            Type.Enum(['not_ahead', 'past', 'mentor_busy', 'person_busy', 'same', 'own_meeting', 'all_declined']),
            'Ничто не мешает',
          ),
        }),
      ),
    }),
  }),
}
