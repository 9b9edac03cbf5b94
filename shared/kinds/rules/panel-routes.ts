import { Type } from 'typebox'
import { asOf, maxInteger, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'

const params = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})

const versions = Type.Object({
  as_of: asOf,
  text: Type.String({ description: 'Последняя редакция; пусто, если её нет' }),
  waiting: Type.Integer({ description: 'Сколько участников ещё не приняли действующую редакцию' }),
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      effective_from: Type.String(),
      requires_reaccept: Type.Boolean(),
      accepted: Type.Integer({ description: 'Сколько человек приняли эту редакцию' }),
      rejected: Type.Integer(),
    }),
    { description: 'Последняя первой' },
  ),
})

export const rulesPanelRoutes = {
  'GET /admin/competitions/:competition/stages/:code/rules': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Редакции правил и сколько человек ответили на каждую',
    refuses: refusedBy.ownersStage,
    params,
    response: versions,
  }),
  'POST /admin/competitions/:competition/stages/:code/rules': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Опубликовать новую редакцию правил',
    refuses: [...refusedBy.ownersStage, 'stage_edit_conflict', 'form_invalid'],
    params,
    bodyLimit: 1024 * 1024,
    body: Type.Object({
      after: Type.Integer({
        minimum: 0,
        maximum: maxInteger,
        description: 'Последняя известная редакция; 0 — первой ещё нет',
      }),
      text: Type.String({ maxLength: 200_000 }),
      effective_from: nullableString,
      requires_reaccept: Type.Boolean(),
    }),
    response: versions,
  }),
  'POST /admin/competitions/:competition/stages/:code/rules/reminder': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Напомнить всем, кто не принял действующую редакцию правил; не чаще раза в сутки',
    refuses: [...refusedBy.ownersStage, 'stage_closed', 'rules_reminded'],
    params,
    response: versions,
  }),
}
