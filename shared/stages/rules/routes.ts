import { Type } from 'typebox'
import { route } from '#shared/api/route.ts'
import { handInAnswer } from '#shared/stages/routes.ts'

const params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2147483647 }) })

export const rulesRoutes = {
  'GET /user/rules/:id': route({
    access: 'participant',
    summary: 'Действующая редакция правил, прошлая редакция для сравнения и ответ участника',
    params,
    response: Type.Object({
      version: Type.Integer(),
      effective_from: Type.String(),
      text: Type.String({ description: 'Разделы: строки, начатые с «## », становятся оглавлением' }),
      previous: Type.Union([Type.Object({ version: Type.Integer(), text: Type.String() }), Type.Null()]),
      answer: Type.Union([
        Type.Object({
          status: Type.Union([Type.Literal('done'), Type.Literal('fail')]),
          version: Type.Integer(),
          comment: Type.String(),
          at: Type.String(),
        }),
        Type.Null(),
      ]),
    }),
  }),
  'POST /user/rules/:id': route({
    access: 'participant',
    summary: 'Принять правила или отклонить их с объяснением',
    params,
    body: Type.Object({
      status: Type.Union([Type.Literal('done'), Type.Literal('fail')]),
      version: Type.Integer({ minimum: 1, maximum: 100000 }),
      comment: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    response: handInAnswer,
  }),
}
