import { Type } from 'typebox'
import { id, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { undeliveredPage } from './limits.ts'

const failures = ['no_mailbox', 'refused', 'bad_address', 'unreachable', 'unsure', 'late'] as const
export type Failure = (typeof failures)[number]

export const undeliveredRoutes = {
  'GET /admin/undelivered': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Письма и СМС, которые не удалось доставить, последние первыми',
    refuses: ['no_access'],
    query: Type.Object(pageQuery({ size: undeliveredPage })),
    response: Type.Object({
      count: Type.Integer(),
      messages: Type.Array(
        Type.Object({
          id,
          channel: Type.Enum(['email', 'sms']),
          about: Type.Enum(['code', 'security', 'usual'], {
            description: 'Код, безопасность учётной записи, остальное',
          }),
          to: Type.String({ description: 'Адрес или телефон' }),
          why: Type.Enum([...failures]),
          answer: nullableString,
          queued_at: Type.String({ description: 'Когда портал хотел его отправить' }),
          failing_since: Type.String(),
        }),
      ),
    }),
  }),
  'POST /admin/undelivered/again': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Отправить недоставленные письма снова; коды не отправляются: они устарели',
    refuses: ['no_access'],
    body: Type.Object({ ids: Type.Array(id, { minItems: 1, maxItems: 50, uniqueItems: true }) }),
    response: Type.Object({ again: Type.Integer({ description: 'Сколько писем снова в пути' }) }),
  }),
  'POST /admin/test-letter': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Прислать себе пробное письмо',
    refuses: ['no_access'],
    limit: 'email_change',
    response: Type.Object({
      to: Type.String({ description: 'Адрес, на который оно отправлено' }),
      goes: Type.Enum(['nowhere', 'outbox', 'server'], {
        description: 'Почта не настроена; в исходящие демонстрации; на почтовый сервер',
      }),
    }),
  }),
  'GET /admin/test-letter': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Что стало с пробным письмом',
    refuses: ['no_access'],
    response: Type.Object({
      state: Type.Enum(['waits', 'fails', 'sent'], { description: 'В пути; не принято; принято почтовым сервером' }),
      answer: nullableString,
    }),
  }),
  'POST /admin/message-budgets/raise': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Поднять на час, сколько СМС или писем отправляет портал; каждый раз — ещё на обычное число',
    refuses: ['no_access'],
    body: Type.Object({ channel: Type.Enum(['email', 'sms']) }),
    response: Type.Object({ budget: Type.Integer({ description: 'Сколько теперь в час' }) }),
  }),
}
