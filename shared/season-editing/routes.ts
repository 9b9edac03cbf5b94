import { Type } from 'typebox'
import { maxInteger } from '#shared/api/fields.ts'
import { route } from '#shared/api/route.ts'
import { answerData, formSchema } from '#shared/forms/wire.ts'

const revision = Type.Integer({ minimum: 0, maximum: maxInteger })

const editedSeason = Type.Object({
  revision: Type.Integer({ description: 'Её называют, сохраняя: чужая правка не затирается' }),
  form: formSchema,
  answer: answerData,
})

const params = Type.Object({ competition: Type.String({ minLength: 1, maxLength: 64 }) })

export const seasonEditingRoutes = {
  'GET /admin/competitions/:competition/season': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Конкурс для правки: название, даты, облик, ссылки и треки',
    refuses: ['competition_not_found'],
    params,
    response: editedSeason,
  }),
  'PUT /admin/competitions/:competition/season': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сохранить правки конкурса; их сразу видят все',
    refuses: ['competition_not_found', 'season_edit_conflict', 'form_invalid'],
    params,
    bodyLimit: 256 * 1024,
    body: Type.Object({ revision, answer: answerData }),
    response: editedSeason,
  }),
}
