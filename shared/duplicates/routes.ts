import { Type } from 'typebox'
import { id, nullable, nullableString } from '#shared/api/fields.ts'
import { pageQuery } from '#shared/api/page.ts'
import { route } from '#shared/api/route.ts'
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
      title: Type.String({ description: 'Название конкурса' }),
      count: Type.Integer(),
      pairs: Type.Array(Type.Object({ people: Type.Array(person, { minItems: 2, maxItems: 2 }), signs, apart })),
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
    summary: 'Объединить вторую учётную запись с первой; отменить нельзя',
    refuses: ['competition_not_found', 'user_not_found', 'merge_impossible', 'merge_choice_missing'],
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
    response: Type.Object({ competition: nullable(code, 'В этом конкурсе человек не участвует'), test_id: id }),
  }),
}
