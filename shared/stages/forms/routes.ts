import { Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { draftKept, draftToSave, savedDraft, workPage } from '#shared/stages/work-routes.ts'

const params = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  form: Type.String({ minLength: 1, maxLength: 64, description: 'Код этапа-анкеты' }),
})
export const formRoutes = {
  'GET /user/forms/:competition/:form': route({
    access: 'participant',
    summary: 'Анкета: поля, условия, адреса для черновика и сдачи',
    refuses: refusedBy.stage,
    params,
    response: Type.Object({
      ...workPage,
      url: Type.String({ description: 'Куда отправить PUT при сдаче' }),
      draft_url: Type.String(),
    }),
  }),
  'PUT /user/forms/:competition/:form': route({
    access: 'participant',
    summary: 'Сдать анкету',
    refuses: [...refusedBy.openStage, ...refusedBy.handIn],
    params,
    bodyLimit: 512 * 1024,
    body: Type.Object({
      data: answerData,
      form_version: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100000,
          description: 'Редакция анкеты, которую заполняли; без неё — новейшая',
        }),
      ),
    }),
    response: handInAnswer,
  }),
  'GET /user/forms/:competition/:form/draft': route({
    access: 'participant',
    summary: 'Черновик',
    refuses: refusedBy.stage,
    params,
    response: savedDraft,
  }),
  'PUT /user/forms/:competition/:form/draft': route({
    access: 'participant',
    summary:
      'Сохранить черновик; revision называет редакцию, с которой начата правка, без неё побеждает последняя запись',
    refuses: [...refusedBy.openStage, 'draft_conflict'],
    params,
    bodyLimit: 512 * 1024,
    body: draftToSave,
    response: draftKept,
  }),
}
