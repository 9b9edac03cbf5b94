import { Type } from 'typebox'
import { route } from '#shared/api/route.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { stageStatuses } from '#shared/stages/status.ts'
import { answerData, formSchema } from './wire.ts'

const params = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  form: Type.String({ minLength: 1, maxLength: 64, description: 'Код этапа-анкеты' }),
})
const faults = Type.Record(Type.String(), Type.Object({ rule: Type.String(), message: Type.String() }))
const revision = Type.Integer({ minimum: 0, maximum: 2147483647 })

export const formRoutes = {
  'GET /user/forms/:competition/:form': route({
    access: 'participant',
    summary: 'Анкета: поля, условия, адреса для черновика и сдачи',
    params,
    response: Type.Object({
      stage_id: Type.Integer(),
      title: Type.String(),
      url: Type.String({ description: 'Куда отправить PUT при сдаче' }),
      draft_url: Type.String(),
      form: formSchema,
      dictionaries: Type.Record(Type.String(), Type.Array(Type.Object({ id: Type.String(), value: Type.String() })), {
        description: 'Небольшие справочники целиком',
      }),
      status: Type.Enum([...stageStatuses]),
      read_only: Type.Boolean(),
      viewable: Type.Boolean(),
      end_date: Type.Union([Type.String(), Type.Null()]),
      handed_in: Type.Union([
        Type.Object({
          data: answerData,
          human_readable: Type.Array(
            Type.Object({ section: Type.String(), label: Type.String(), value: Type.String() }),
          ),
          receipt_number: Type.String(),
          handed_in_at: Type.String(),
        }),
        Type.Null(),
      ]),
      remarks: Type.Array(Type.Object({ field: Type.String(), text: Type.String() })),
    }),
  }),
  'PUT /user/forms/:competition/:form': route({
    access: 'participant',
    summary: 'Сдать анкету',
    params,
    bodyLimit: 512 * 1024,
    body: Type.Object({ data: answerData, form_version: Type.Integer({ minimum: 0, maximum: 100000 }) }),
    response: handInAnswer,
  }),
  'GET /user/forms/:competition/:form/draft': route({
    access: 'participant',
    summary: 'Черновик',
    params,
    response: Type.Object({
      draft: answerData,
      revision,
      saved_at: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  'PUT /user/forms/:competition/:form/draft': route({
    access: 'participant',
    summary:
      'Сохранить черновик; revision называет редакцию, с которой начата правка, без неё побеждает последняя запись',
    params,
    bodyLimit: 512 * 1024,
    body: Type.Object({ data: answerData, revision: Type.Optional(revision) }),
    response: Type.Object({ revision, saved_at: Type.String(), faults }),
  }),
}
