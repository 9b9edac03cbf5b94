import { Type } from 'typebox'
import { identityStates } from '#shared/accounts/identity/states.ts'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxMergeReason, pairsPage } from './limits.ts'

const text = Type.String()
const code = Type.String({ minLength: 1, maxLength: 64 })
const competitionParams = Type.Object({ competition: code })
const pairParams = Type.Object({ competition: code, test_id: id, other_id: id })
const reason = Type.String({ minLength: 1, maxLength: maxMergeReason, description: 'Почему; остаётся в истории' })

const person = Type.Object({
  test_id: id,
  name: text,
  birth_date: nullableString,
  email: text,
  phone: nullableString,
  created_at: text,
  takes_part: Type.Boolean({ description: 'Участвует в этом конкурсе' }),
})

const signs = Type.Array(Type.Enum(['name', 'phone', 'passport', 'snils']), {
  description: 'По чему учётные записи похожи',
})

const apart = nullable(Type.Object({ reason: text, by: text, at: text }), 'Никто не отметил, что это разные люди')

const merge = Type.Object({
  id,
  state: Type.Enum([...identityStates]),
  people: Type.Array(Type.Object({ test_id: id, name: text, email: text }), { description: 'Первая запись останется' }),
  reason: text,
  asked_by: text,
  own: Type.Boolean({ description: 'Предложил сам вызывающий: подтвердить должен другой' }),
  asked_at: text,
  confirmed_by: text,
  confirmed_reason: text,
  due_at: nullable(text, 'Ждёт второго организатора'),
  until: nullable(text, 'Ждёт второго организатора'),
  ended_at: nullable(text, 'Ещё не остановлено'),
  ended_by: Type.String({ description: 'Пусто, если остановил сам человек' }),
  ended_reason: text,
})

const mergeParams = Type.Object({ competition: code, act_id: id })

const compared = Type.Object({
  competition_title: text,
  people: Type.Array(
    Type.Object({
      ...person.properties,
      lines: Type.Array(Type.Object({ label: text, value: text }), {
        description: 'Что известно о человеке; у обоих одни и те же подписи в одном порядке',
      }),
    }),
    { minItems: 2, maxItems: 2, description: 'Первая учётная запись останется' },
  ),
  signs,
  apart,
  moves: Type.Array(Type.Object({ title: text, count: Type.Integer() }), { description: 'Что перейдёт к первой' }),
  conflicts: Type.Array(
    Type.Object({
      key: text,
      competition_title: text,
      title: text,
      kept: Type.String({ description: 'Как дела у первой' }),
      merged: Type.String({ description: 'Как дела у второй' }),
      usual: Type.Boolean({ description: 'Без выбора остаётся то, что у первой' }),
    }),
    { description: 'Где поработали с обеих: остаётся одно, другое откладывается' },
  ),
  obstacles: Type.Array(text, { description: 'Почему объединить нельзя' }),
  needs_second: Type.Boolean({ description: 'Признаки не доказывают, что это один человек: нужен второй организатор' }),
  merges: Type.Array(merge, { description: 'Что с этими записями уже предлагали, сначала незаконченное' }),
})

export const duplicateRoutes = {
  'GET /admin/competitions/:competition/duplicates': route({
    access: 'participants',
    competition: 'params',
    summary: 'Учётные записи, похожие на записи одного человека',
    refuses: ['competition_not_found'],
    params: competitionParams,
    query: Type.Object({
      apart: Type.Optional(Type.Literal('1', { description: 'Те, о ком решено, что это разные люди' })),
      ...pageQuery({ size: pairsPage }),
    }),
    response: Type.Object({
      as_of: asOf,
      title: Type.String({ description: 'Название конкурса' }),
      count: Type.Integer(),
      pairs: Type.Array(Type.Object({ people: Type.Array(person, { minItems: 2, maxItems: 2 }), signs, apart })),
      merges: Type.Array(merge, { description: 'Предложенные объединения, сначала незаконченные' }),
    }),
  }),
  'GET /admin/competitions/:competition/duplicates/:test_id/:other_id': route({
    access: 'participants',
    competition: 'params',
    summary: 'Две учётные записи рядом и что будет, если вторую объединить с первой',
    refuses: ['competition_not_found', 'user_not_found'],
    params: pairParams,
    response: compared,
  }),
  'PUT /admin/competitions/:competition/duplicates/:test_id/:other_id/apart': route({
    access: 'participants',
    competition: 'params',
    summary: 'Отметить, что это разные люди',
    refuses: ['competition_not_found', 'user_not_found'],
    params: pairParams,
    body: Type.Object({ reason }),
    response: compared,
  }),
  'DELETE /admin/competitions/:competition/duplicates/:test_id/:other_id/apart': route({
    access: 'participants',
    competition: 'params',
    summary: 'Снять отметку о разных людях',
    refuses: ['competition_not_found', 'user_not_found'],
    params: pairParams,
    response: compared,
  }),
  'POST /admin/competitions/:competition/duplicates/:test_id/:other_id/merge': route({
    access: 'participants',
    competition: 'params',
    summary:
      'Предложить объединить вторую учётную запись с первой. Без доказательств ждёт второго организатора; за день до объединения об этом пишут обоим',
    refuses: [
      'competition_not_found',
      'user_not_found',
      'merge_impossible',
      'merge_choice_missing',
      'identity_act_open',
    ],
    params: pairParams,
    body: Type.Object({
      choices: Type.Array(
        Type.Object({ key: Type.String({ maxLength: 200 }), stands: Type.Enum(['kept', 'merged']) }),
        {
          maxItems: 500,
        },
      ),
      reason,
    }),
    response: Type.Object({ act_id: id }),
  }),
  'POST /admin/competitions/:competition/merges/:act_id/confirm': route({
    access: 'participants',
    competition: 'params',
    summary: 'Подтвердить объединение, которое предложил другой организатор',
    refuses: ['competition_not_found', 'not_found', 'identity_act_over', 'identity_second_person'],
    params: mergeParams,
    body: Type.Object({ reason }),
    response: null,
  }),
  'POST /admin/competitions/:competition/merges/:act_id/stop': route({
    access: 'participants',
    competition: 'params',
    summary: 'Остановить объединение, а если оно уже произошло, вернуть всё как было',
    refuses: ['competition_not_found', 'not_found', 'identity_act_over'],
    params: mergeParams,
    body: Type.Object({ reason }),
    response: null,
  }),
}
