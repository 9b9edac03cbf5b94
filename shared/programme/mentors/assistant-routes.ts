import { Type } from 'typebox'
import { id } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { meetingRoutes } from '#shared/programme/meetings/routes.ts'
import { mentorRoutes } from './routes.ts'

const mentor_id = Type.Integer({ minimum: 1, maximum: 2147483647, description: 'Номер наставника на портале' })
const users = mentorRoutes['GET /mentors/users']
const answer = mentorRoutes['POST /mentors/users/:user_id/:stage_id']
const file = mentorRoutes['GET /mentors/files/:file_id']
const meetings = meetingRoutes['GET /mentors/meetings']
const meeting = meetingRoutes['PUT /mentors/meetings/:id']
const time = meetingRoutes['POST /mentors/meetings/:id/:user_id/time']

/**
 * What an assistant does for a mentor. An account with the confirmed e-mail address that the mentor has named may call
 * these routes; the handlers check it; docs/decisions/0075.
 */
export const assistantRoutes = {
  'GET /assistants/mentors': route({
    access: 'participant',
    summary: 'Наставники, за которых отвечает помощник; у остальных список пуст',
    response: Type.Object({ mentors: Type.Array(Type.Object({ mentor_id, fio: Type.String() })) }),
  }),
  'GET /assistants/:mentor_id/users': route({
    access: 'participant',
    summary: 'Участники, которые выбрали наставника, и встречи с ними; без пожеланий и отчётов наставника',
    refuses: ['not_assistant'],
    params: Type.Object({ mentor_id }),
    query: users.query,
    response: users.response,
  }),
  'POST /assistants/:mentor_id/users/:user_id/:stage_id': route({
    access: 'participant',
    summary: 'Согласиться или отказаться за наставника; участник прочитает, что ответил помощник',
    refuses: ['not_assistant', ...answer.refuses],
    params: Type.Object({ mentor_id, user_id: id, stage_id: id }),
    body: Type.Object({
      act: Type.Enum(['accept', 'decline']),
      reason: answer.body.properties.reason,
      answer: answer.body.properties.answer,
    }),
    response: null,
  }),
  'GET /assistants/:mentor_id/files/:file_id': route({
    access: 'participant',
    summary: 'Файл, который участник приложил к сданному выбору наставника',
    refuses: ['not_assistant', 'not_found', ...refusedBy.storedFile],
    params: Type.Object({ mentor_id, file_id: file.params.properties.file_id }),
    response: null,
    download: true,
  }),
  'GET /assistants/:mentor_id/meetings': route({
    access: 'participant',
    summary: 'Встречи наставника: кто просит другое время и что будет за неделю; без заметок и отчётов',
    refuses: ['not_assistant'],
    params: Type.Object({ mentor_id }),
    query: meetings.query,
    response: meetings.response,
  }),
  'PUT /assistants/:mentor_id/meetings/:id': route({
    access: 'participant',
    summary: 'Изменить за наставника время, длительность, формат или место встречи',
    refuses: ['not_assistant', ...meeting.refuses],
    params: Type.Object({ mentor_id, id }),
    body: meeting.body,
    response: meeting.response,
  }),
  'POST /assistants/:mentor_id/meetings/:id/:user_id/time': route({
    access: 'participant',
    summary: 'Согласиться за наставника на одно из времён, которые предлагает участник, или оставить прежнее',
    refuses: ['not_assistant', ...time.refuses],
    params: Type.Object({ mentor_id, id, user_id: time.params.properties.user_id }),
    body: time.body,
    response: time.response,
  }),
}
