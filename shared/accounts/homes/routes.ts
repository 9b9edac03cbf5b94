import { Type } from 'typebox'
import { nullable, nullableString } from '#shared/platform/api/fields.ts'
import { adminFlags, route } from '#shared/platform/api/route.ts'

export const home = Type.Union([
  Type.Literal('path'),
  Type.Literal('mentor'),
  Type.Literal('desk'),
  Type.Literal('admin'),
])

const count = Type.Integer({ minimum: 0 })

export const homeRoutes = {
  'PUT /user/home': route({
    access: 'participant',
    summary: 'Запомнить, с какой страницы начинать после входа',
    body: Type.Object({ home }),
    response: null,
  }),
  'GET /user/duties': route({
    access: 'participant',
    summary: 'Что ждёт организатора и редактора в каждом из его конкурсов; у остальных список пуст',
    refuses: ['second_factor_required'],
    response: Type.Object({
      undelivered: nullable(
        Type.Object({ count, since: nullableString }),
        'null, когда всё доставлено или сообщения в ведении другого',
      ),
      budgets: Type.Array(
        Type.Object({
          channel: Type.Enum(['email', 'sms']),
          budget: count,
          spent: count,
          strangers: Type.Object({ spent: count, max: count }, { description: 'Коды тем, у кого нет учётной записи' }),
          raised: count,
        }),
        { description: 'СМС и письма, которые за этот час кончаются' },
      ),
      begins: Type.Boolean({ description: 'Может начать новый конкурс' }),
      chief: Type.Boolean({ description: 'Ведает правами на всём портале' }),
      competitions: Type.Array(
        Type.Object({
          code: Type.String(),
          title: Type.String(),
          theme: Type.String(),
          layout: Type.String(),
          published: Type.Boolean(),
          rights: Type.Array(Type.Enum([...adminFlags]), { description: 'Права организатора в этом конкурсе' }),
          next: nullable(Type.Object({ title: Type.String(), at: Type.String(), opens: Type.Boolean() })),
          season: nullable(
            Type.Object({ stages: count, unpublished: count, edited: count }, { description: 'При праве на конкурсы' }),
          ),
          support: nullable(
            Type.Object({ open: count, oldest: nullableString }, { description: 'При праве на участников' }),
          ),
          people: nullable(Type.Object({ count }, { description: 'Кто участвует; при праве на участников' })),
          desk: nullable(Type.Object({ waits: count, appeals: count }, { description: 'При праве на оценку' })),
          help: nullable(
            Type.Object({ articles: count, hidden: count, misses: count }, { description: 'При праве на помощь' }),
          ),
        }),
      ),
    }),
  }),
}
