import { Type } from 'typebox'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import {
  maxAudiences,
  maxAudienceTitle,
  maxInfoblockText,
  maxInfoblockTitle,
  maxReason,
  maxTag,
  maxTags,
  participantsPage,
} from '#shared/seasons/competitions/limits.ts'
import { stageStatuses } from '#shared/stages/status.ts'
import { audienceChoices, audienceFields } from './audience.ts'

const text = Type.String()
const code = Type.String({ minLength: 1, maxLength: 64 })
const competitionParams = Type.Object({ competition: code })
const personParams = Type.Object({ competition: code, test_id: id })

const reason = Type.String({ minLength: 1, maxLength: maxReason, description: 'Почему; остаётся в истории участника' })

const listed = Type.Object({
  test_id: id,
  name: text,
  region: nullableString,
  track: nullableString,
  joined_at: text,
  supporter: Type.Boolean(),
  finalist: Type.Boolean(),
  disqualified: Type.Boolean(),
})

const stage = Type.Object({
  code: text,
  title: text,
  kind_title: text,
  status: Type.Enum([...stageStatuses]),
  reason: Type.String({ description: 'Что об этом этапе читает сам участник' }),
  conditions: Type.Array(Type.Object({ state: Type.Enum(['met', 'pending', 'failed']), text })),
  opens_at: nullableString,
  closes_at: nullableString,
  window: Type.Array(text, { description: 'Откуда взялся этот срок, по шагам' }),
  handed_in_at: nullableString,
  extendable: Type.Boolean({ description: 'Участник ещё может сдать, если продлить ему срок' }),
})

const person = Type.Object({
  competition_title: text,
  test_id: id,
  name: text,
  email: text,
  email_verified: Type.Boolean(),
  phone: nullableString,
  region: nullableString,
  track: nullableString,
  supporter: Type.Boolean(),
  joined_at: text,
  finalist_at: nullableString,
  tags: Type.Array(text),
  disqualification: nullable(Type.Object({ title: text, text, since: text })),
  stages: Type.Array(stage),
  history: Type.Array(
    Type.Object({
      at: text,
      text,
      note: Type.String({ description: 'Причина или пояснение; может быть пустым' }),
      by: Type.String({ description: 'Кто это сделал; пусто, когда сам участник или система' }),
    }),
    { description: 'Что происходило с участником, последнее первым' },
  ),
})

const stageParams = Type.Object({ competition: code, code })

const extensions = Type.Object({
  as_of: asOf,
  closes_at: nullable(text, 'Этап без срока: продлевать нечего'),
  regions: Type.Array(
    Type.Object({ id: text, value: text, people: Type.Integer({ description: 'Участники, которые ещё не сдали' }) }),
  ),
  groups: Type.Array(
    Type.Object({
      regions: Type.Array(text),
      closes_at: text,
      reason: text,
      by: text,
      at: text,
      told: Type.Integer({ description: 'Скольким уже отправлено уведомление' }),
      telling: Type.Boolean({ description: 'Уведомления ещё отправляются' }),
    }),
  ),
})

const audiences = Type.Object({
  audiences: Type.Array(
    Type.Object({
      id,
      title: text,
      about: Type.String({ description: 'Кого он отбирает, словами' }),
      audience: Type.Object(audienceFields),
      by: Type.String({ description: 'Кто сохранил; пусто, когда его учётной записи больше нет' }),
    }),
    { maxItems: maxAudiences },
  ),
})

export const participantRoutes = {
  'GET /admin/competitions/:competition/participants': route({
    access: 'participants',
    competition: 'params',
    summary: 'Участники конкурса: поиск с опечатками и отбор',
    refuses: ['competition_not_found'],
    params: competitionParams,
    query: Type.Object({
      search: Type.Optional(
        Type.String({ maxLength: 100, description: 'Фамилия и имя, часть телефона, почты или номер участника' }),
      ),
      ...audienceFields,
      ...pageQuery({ size: participantsPage }),
    }),
    response: Type.Object({
      title: Type.String({ description: 'Название конкурса' }),
      count: Type.Integer(),
      more: Type.Boolean({ description: 'Подходит больше людей, чем поиск просматривает: `count` из них' }),
      by_surname: Type.Boolean({ description: 'Совпадений слишком много: только те, чья фамилия так начинается' }),
      people: Type.Array(listed),
      choices: audienceChoices,
    }),
  }),
  'GET /admin/competitions/:competition/participants/:test_id': route({
    access: 'participants',
    competition: 'params',
    summary: 'Один участник: этапы, какими он их видит, сроки с объяснением и история',
    refuses: ['competition_not_found', 'user_not_found'],
    params: personParams,
    response: person,
  }),
  'POST /admin/competitions/:competition/participants/:test_id/extensions': route({
    access: 'participants',
    competition: 'params',
    summary: 'Продлить участнику срок этапа',
    refuses: ['competition_not_found', 'user_not_found', 'stage_not_found', 'extension_useless', 'extension_too_short'],
    params: personParams,
    body: Type.Object({
      stage: code,
      closes_at: Type.String({ maxLength: 16, description: 'Московское время, `yyyy-MM-dd HH:mm`' }),
      reason,
    }),
    response: person,
  }),
  'POST /admin/competitions/:competition/participants/:test_id/disqualification': route({
    access: 'participants',
    competition: 'params',
    summary: 'Отстранить участника; текст он прочитает на странице конкурса',
    refuses: ['competition_not_found', 'user_not_found', 'already_disqualified'],
    params: personParams,
    body: Type.Object({
      title: Type.String({ minLength: 1, maxLength: maxInfoblockTitle }),
      text: Type.String({ minLength: 1, maxLength: maxInfoblockText }),
      reason: Type.String({ maxLength: maxReason, description: 'Для организаторов; может быть пустой' }),
    }),
    response: person,
  }),
  'POST /admin/competitions/:competition/participants/:test_id/restoration': route({
    access: 'participants',
    competition: 'params',
    summary: 'Вернуть отстранённого участника в конкурс',
    refuses: ['competition_not_found', 'user_not_found', 'not_disqualified'],
    params: personParams,
    body: Type.Object({ reason }),
    response: person,
  }),
  'PUT /admin/competitions/:competition/participants/:test_id/tags': route({
    access: 'participants',
    competition: 'params',
    summary: 'Метки участника: какими они теперь должны быть',
    refuses: ['competition_not_found', 'user_not_found'],
    params: personParams,
    body: Type.Object({
      tags: Type.Array(Type.String({ minLength: 1, maxLength: maxTag }), { maxItems: maxTags, uniqueItems: true }),
    }),
    response: person,
  }),
  'GET /admin/competitions/:competition/audiences': route({
    access: 'participants',
    competition: 'params',
    summary: 'Сохранённые отборы участников',
    refuses: ['competition_not_found'],
    params: competitionParams,
    response: audiences,
  }),
  'POST /admin/competitions/:competition/audiences': route({
    access: 'participants',
    competition: 'params',
    summary: 'Сохранить отбор под названием',
    refuses: ['competition_not_found', 'stage_not_found', 'audience_title_taken', 'audiences_too_many'],
    params: competitionParams,
    body: Type.Object({ title: Type.String({ minLength: 1, maxLength: maxAudienceTitle }), ...audienceFields }),
    response: audiences,
  }),
  'DELETE /admin/competitions/:competition/audiences/:audience_id': route({
    access: 'participants',
    competition: 'params',
    summary: 'Удалить сохранённый отбор; участников это не меняет',
    refuses: ['competition_not_found', 'audience_not_found'],
    params: Type.Object({ competition: code, audience_id: id }),
    response: audiences,
  }),
  'GET /admin/competitions/:competition/stages/:code/extensions': route({
    access: 'participants',
    competition: 'params',
    summary: 'Продления этапа для регионов и сколько людей в каждом ещё не сдали',
    refuses: ['competition_not_found', 'stage_not_found'],
    params: stageParams,
    response: extensions,
  }),
  'POST /admin/competitions/:competition/stages/:code/extensions': route({
    access: 'participants',
    competition: 'params',
    summary: 'Продлить срок этапа всем участникам названных регионов',
    refuses: [
      'competition_not_found',
      'stage_not_found',
      'region_not_found',
      'extension_useless',
      'extension_too_short',
    ],
    params: stageParams,
    body: Type.Object({
      regions: Type.Array(code, { minItems: 1, maxItems: 100, uniqueItems: true }),
      closes_at: Type.String({ maxLength: 16, description: 'Московское время, `yyyy-MM-dd HH:mm`' }),
      reason,
    }),
    response: extensions,
  }),
}
