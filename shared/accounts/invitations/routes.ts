import { Type } from 'typebox'
import { meantCode, nullable } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'

const competitionCode = Type.String({ minLength: 1, maxLength: 64 })

export const invitationRoutes = {
  'POST /user/invite': route({
    access: 'participant',
    summary: 'Позвать человека в конкурс письмом; ответ не говорит, есть ли у адреса учётная запись',
    refuses: [
      'competition_not_found',
      'registration_not_started',
      'registration_closed_participants',
      'email_incorrect',
      'invite_own_address',
      'already_invited',
      'idempotency_mismatch',
    ],
    keyed: true,
    limit: ['invite', 'invite_client'],
    body: Type.Object({
      competition_code: Type.Optional(meantCode),
      email: Type.String({ minLength: 1, maxLength: 320 }),
    }),
    response: Type.Object({ accepted: Type.Literal(true), letters: Type.Integer() }),
  }),
  'GET /user/invite': route({
    access: 'participant',
    summary: 'Своя ссылка приглашения, сколько писем отправлено, сколько человек пришло и кто позвал самого',
    refuses: ['competition_not_found'],
    query: Type.Object({ competition_code: competitionCode }),
    response: Type.Object({
      link: Type.String(),
      letters: Type.Integer(),
      came: Type.Integer(),
      invited_by: nullable(Type.String({ description: 'Кто позвал самого человека: имя и первая буква фамилии' })),
    }),
  }),
  'GET /user/invite/people': route({
    access: 'participant',
    summary: 'Кто пришёл в конкурс по своему приглашению: имя и первая буква фамилии, новые первыми',
    query: Type.Object({
      competition_code: competitionCode,
      ...pageQuery({ size: 10 }),
    }),
    response: Type.Object({
      people: Type.Array(Type.Object({ name: Type.String(), came: Type.String() })),
      count: Type.Integer(),
    }),
  }),
}
