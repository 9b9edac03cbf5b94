import { Type } from 'typebox'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { entryCodesPage, entryCodeUses, maxEntryReason } from './entry-code.ts'
import { admissionCriteria } from './routes.ts'

const text = Type.String()
const count = Type.Integer()
const code = Type.String({ minLength: 1, maxLength: 64 })
const params = Type.Object({ competition: code, code })
const options = Type.Array(Type.Object({ id: text, value: text }))

const overview = Type.Object({
  as_of: asOf,
  education_levels: options,
  countries: options,
  regions: options,
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

const codes = Type.Object({
  count,
  codes: Type.Array(
    Type.Object({
      id: count,
      code: text,
      state: Type.Enum(['valid', 'used', 'expired', 'revoked']),
      uses: Type.Integer({ description: 'Скольких человек впускает' }),
      uses_left: count,
      expires_at: text,
      email: nullable(text, 'Код не для одного человека, или он уже не действует'),
      reason: text,
      given_at: text,
      given_by: nullableString,
      used: Type.Array(Type.Object({ test_id: count, at: text }), { description: 'Первые пятьдесят' }),
    }),
  ),
})

/** Routes for setting up who may apply and what people agree to. */
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
  'GET /admin/competitions/:competition/stages/:code/registration/codes': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Коды позднего входа и кто по ним вошёл',
    refuses: refusedBy.ownersStage,
    params,
    query: Type.Object(pageQuery({ size: entryCodesPage })),
    response: codes,
  }),
  'POST /admin/competitions/:competition/stages/:code/registration/codes': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Выдать код позднего входа',
    refuses: [...refusedBy.ownersStage, 'form_invalid'],
    params,
    body: Type.Object({
      reason: Type.String({ maxLength: maxEntryReason }),
      uses: Type.Integer({ minimum: entryCodeUses.min, maximum: entryCodeUses.max }),
      expires_at: Type.String({ maxLength: 32 }),
      email: nullable(Type.String({ maxLength: 254 }), 'Любой, у кого есть код'),
    }),
    status: 201,
    response: codes,
  }),
  'POST /admin/competitions/:competition/stages/:code/registration/codes/:id/revocation': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Отозвать код: больше по нему никто не войдёт',
    refuses: [...refusedBy.ownersStage, 'not_found'],
    params: Type.Object({ ...params.properties, id }),
    response: null,
  }),
}
