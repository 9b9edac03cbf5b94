import { Type } from 'typebox'
import { audienceChoices, audienceFields } from '#shared/people/participants/audience.ts'
import { id, nullable } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxText, maxTitle, recipientsPage } from './limits.ts'

const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const code = Type.String({ minLength: 1, maxLength: 64 })
const competitionParams = Type.Object({ competition: code })
const oneParams = Type.Object({ competition: code, broadcast_id: id })

const message = {
  title: Type.String({ minLength: 1, maxLength: maxTitle }),
  text: Type.String({ minLength: 1, maxLength: maxText, description: '{имя} — имя того, кто читает' }),
}

const broadcast = Type.Object({
  id,
  title: text,
  text,
  about: Type.String({ description: 'Кому, словами' }),
  by: Type.String({ description: 'Кто написал; пусто, когда его учётной записи больше нет' }),
  asked_at: text,
  starts_at: text,
  by_letter: Type.Boolean(),
  state: Type.Enum(['planned', 'sending', 'lettering', 'sent', 'cancelled']),
  people: Type.Integer({ description: 'Сколько людей было в отборе, когда сообщение написали' }),
  sent: count,
  lettered: Type.Integer({
    minimum: 0,
    description: 'До скольких дошла очередь писем: письма уходят после уведомлений',
  }),
  letters: count,
  seconds_left: nullable(Type.Integer({ minimum: 0, description: 'Через сколько секунд закончится, если известно' })),
})

const list = Type.Object({
  title: Type.String({ description: 'Название конкурса' }),
  choices: audienceChoices,
  broadcasts: Type.Array(broadcast),
})

export const broadcastRoutes = {
  'GET /admin/competitions/:competition/broadcasts': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Сообщения участникам: что, кому и когда отправлено',
    refuses: ['competition_not_found'],
    params: competitionParams,
    response: list,
  }),
  'POST /admin/competitions/:competition/broadcasts/preview': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Сколько людей получит сообщение и как его прочитают первые из них',
    refuses: ['competition_not_found', 'stage_not_found'],
    params: competitionParams,
    body: Type.Object({ ...message, ...audienceFields }),
    response: Type.Object({
      people: count,
      letters: Type.Integer({ description: 'Скольким уйдёт и письмо: у них подтверждена почта и они не отказались' }),
      silent: Type.Integer({ description: 'Сколько отказались от таких сообщений на портале' }),
      samples: Type.Array(Type.Object({ test_id: id, name: text, text })),
    }),
  }),
  'POST /admin/competitions/:competition/broadcasts/test': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Отправить сообщение самому себе',
    refuses: ['competition_not_found'],
    params: competitionParams,
    body: Type.Object({ ...message, by_letter: Type.Boolean() }),
    response: null,
  }),
  'POST /admin/competitions/:competition/broadcasts': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Отправить сообщение сейчас или в назначенное время',
    refuses: ['competition_not_found', 'stage_not_found', 'form_invalid', 'nobody_to_write'],
    params: competitionParams,
    body: Type.Object({
      ...message,
      ...audienceFields,
      by_letter: Type.Boolean(),
      starts_at: Type.String({ maxLength: 16, description: 'Московское время, `yyyy-MM-dd HH:mm`; пусто — сейчас' }),
    }),
    response: list,
  }),
  'POST /admin/competitions/:competition/broadcasts/:broadcast_id/cancellation': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Отменить сообщение; кому оно уже отправлено, у того останется',
    refuses: ['competition_not_found', 'broadcast_not_found', 'broadcast_over'],
    params: oneParams,
    response: list,
  }),
  'GET /admin/competitions/:competition/broadcasts/:broadcast_id/recipients': route({
    access: 'notifications',
    competition: 'params',
    summary: 'Кому и как ушло сообщение',
    refuses: ['competition_not_found', 'broadcast_not_found'],
    params: oneParams,
    query: Type.Object(pageQuery({ size: recipientsPage })),
    response: Type.Object({
      count,
      recipients: Type.Array(
        Type.Object({ test_id: id, name: text, at: text, on_portal: Type.Boolean(), by_letter: Type.Boolean() }),
      ),
    }),
  }),
}
