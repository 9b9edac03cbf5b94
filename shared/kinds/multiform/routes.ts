import { Type } from 'typebox'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { asOf, id, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { stageStatuses } from '#shared/stages/status.ts'
import { partMarks } from './part-marks.ts'

const stageParams = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const count = Type.Integer({ minimum: 0 })

const parts = Type.Object({
  order: Type.Enum(['free', 'strict']),
  form: formSchema,
  parts: Type.Array(
    Type.Object({
      stage_id: id,
      code: Type.String(),
      title: Type.String(),
      published: Type.Boolean({ description: 'Участники видят часть сейчас' }),
      required: Type.Boolean(),
      weight: Type.Integer(),
      opens_at: nullableString,
      closes_at: nullableString,
      checkers: Type.Integer({ minimum: 0, description: 'Сколько проверяющих назначено именно ей' }),
      waits: Type.Integer({ minimum: 0, description: 'Сколько работ ждёт решения' }),
    }),
  ),
})

export const multiformRoutes = {
  'POST /user/stages/:stage_id/multiform/hand-in': route({
    access: 'participant',
    summary: 'Сдать все части набора сразу; если чего-то не хватает, не сдаётся ничего и названы все пробелы',
    refuses: [...refusedBy.openStage, 'multiform_gaps'],
    params: Type.Object({ stage_id: id }),
    response: Type.Object({
      status: Type.Enum([...stageStatuses]),
      handed_in: Type.Array(
        Type.Object({
          code: Type.String(),
          title: Type.String(),
          receipt_number: Type.String(),
          handed_in_at: Type.String(),
        }),
      ),
      left: Type.Array(Type.Object({ code: Type.String(), title: Type.String(), message: Type.String() }), {
        description: 'Необязательные части, которые остались черновиками',
      }),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/multiform/parts': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Части набора, их сроки и кто их проверяет',
    refuses: [...refusedBy.ownersStage],
    params: stageParams,
    response: parts,
  }),
  'POST /admin/competitions/:competition/stages/:code/multiform/parts': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Добавить часть: тем, кто ещё не сдал остальные, или всем с уведомлением',
    refuses: [...refusedBy.ownersStage, 'form_invalid'],
    params: stageParams,
    bodyLimit: 256 * 1024,
    body: Type.Object({ answer: answerData }),
    status: 201,
    response: parts,
  }),
  'GET /admin/competitions/:competition/stages/:code/multiform/people': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Кто как продвинулся: люди по строкам, части по столбцам',
    refuses: [...refusedBy.ownersStage],
    params: stageParams,
    query: Type.Object({
      ...pageQuery({ size: 20 }),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Часть имени или номер участника' })),
    }),
    response: Type.Object({
      as_of: asOf,
      parts: Type.Array(Type.Object({ stage_id: id, code: Type.String(), title: Type.String() })),
      people: Type.Array(
        Type.Object({
          test_id: Type.Integer(),
          name: Type.String(),
          marks: Type.Array(Type.Enum([...partMarks]), { description: 'По частям, в их порядке' }),
        }),
      ),
      count,
    }),
  }),
}
