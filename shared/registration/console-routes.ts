import { Type } from 'typebox'
import { nullableString } from '#shared/api/fields.ts'
import { refusedBy } from '#shared/api/refused-by.ts'
import { route } from '#shared/api/route.ts'
import { admissionCriteria } from './routes.ts'

const text = Type.String()
const count = Type.Integer()
const code = Type.String({ minLength: 1, maxLength: 64 })
const params = Type.Object({ competition: code, code })
const options = Type.Array(Type.Object({ id: text, value: text }))

const overview = Type.Object({
  education_levels: options,
  countries: options,
  documents: Type.Array(
    Type.Object({
      code: text,
      title: text,
      version: count,
      given: Type.Integer({ description: 'Сколько людей согласны с этой редакцией' }),
      earlier: Type.Integer({ description: 'Сколько участников согласны только с прежней' }),
      asked_at: nullableString,
    }),
    { description: 'Согласия, которые видят участники' },
  ),
})

/** How organisers set up who may apply and what people agree to. */
export const registrationConsoleRoutes = {
  'GET /admin/competitions/:competition/stages/:code/registration': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Из чего выбирать условия допуска и кто с какой редакцией согласия согласен',
    refuses: refusedBy.ownersStage,
    params,
    response: overview,
  }),
  'POST /admin/competitions/:competition/stages/:code/registration/admission': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сколько поданных заявок не отвечает таким условиям допуска; ничего не меняет',
    refuses: refusedBy.ownersStage,
    params,
    body: Type.Object({ admission: admissionCriteria }),
    response: Type.Object({
      applied: Type.Integer({ description: 'Сколько участников подали заявку' }),
      unmet: Type.Integer({ description: 'Сколько из них не отвечает этим условиям' }),
      newly: Type.Integer({ description: 'Сколько из них отвечает тем условиям, которые опубликованы' }),
      by: Type.Array(Type.Object({ code: text, people: count })),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/registration/consents/:document': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Попросить тех, кто согласился с прежней редакцией, согласиться с новой',
    refuses: [...refusedBy.ownersStage, 'consent_asked_for'],
    params: Type.Object({ ...params.properties, document: code }),
    body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 100000 }) }),
    response: overview,
  }),
}
