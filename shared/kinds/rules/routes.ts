import { Type } from 'typebox'
import { idParams, nullable } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { handInAnswer } from '#shared/stages/routes.ts'

export const rulesRoutes = {
  'GET /user/rules/:id': route({
    access: 'participant',
    summary: 'Действующая редакция правил, прошлая редакция для сравнения и ответ участника',
    refuses: ['stage_not_found', 'stage_closed'],
    params: idParams,
    response: Type.Object({
      version: Type.Integer(),
      effective_from: Type.String(),
      text: Type.String({ description: 'Разделы: строки, начатые с «## », становятся оглавлением' }),
      previous: nullable(Type.Object({ version: Type.Integer(), text: Type.String() })),
      answer: nullable(
        Type.Object({
          status: Type.Union([Type.Literal('done'), Type.Literal('fail')]),
          version: Type.Integer(),
          comment: Type.String(),
          at: Type.String(),
        }),
      ),
    }),
  }),
  'POST /user/rules/:id': route({
    access: 'participant',
    summary: 'Принять правила или отклонить их с объяснением',
    refuses: [...refusedBy.openStage, 'comment_required', 'rules_outdated', 'idempotency_mismatch'],
    params: idParams,
    body: Type.Object({
      status: Type.Union([Type.Literal('done'), Type.Literal('fail')]),
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100000,
          description: 'Редакция, на которую отвечают; без неё — действующая',
        }),
      ),
      comment: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    response: handInAnswer,
  }),
}
