import { Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { application } from './contract.ts'
import { consentGiven, entryCode } from './routes.ts'

export const registrationStageRoutes = {
  'GET /user/registration/:stage_id': route({
    access: 'participant',
    summary: 'Своя заявка, которую вернули на исправление: всё, что в ней было, вместе с номерами документов',
    params: Type.Object({ stage_id: id }),
    response: Type.Object({
      application: nullable(
        Type.Object({
          data: answerData,
          door: Type.Union([Type.Literal('participant'), Type.Literal('supporter')]),
          track: nullableString,
          promocode: nullableString,
          consents: Type.Array(consentGiven),
        }),
      ),
    }),
  }),
  'POST /user/registration/:stage_id/entry_code': route({
    access: 'participant',
    summary: 'Открыть себе закрытую регистрацию кодом позднего входа',
    refuses: [...refusedBy.openStage, ...refusedBy.entryCode, 'already_registered'],
    limit: 'code_entry',
    params: Type.Object({ stage_id: id }),
    body: Type.Object({ entry_code: entryCode }),
    response: null,
  }),
  'POST /user/registration/:stage_id': route({
    access: 'participant',
    summary: 'Подать заявку в конкурс под имеющейся учётной записью или исправить заявку по замечаниям',
    refuses: [
      ...refusedBy.openStage,
      ...refusedBy.admission,
      ...refusedBy.application,
      'competition_not_found',
      'already_registered',
      'registration_closed_participants',
      'registration_closed_supporters',
      'idempotency_mismatch',
    ],
    params: Type.Object({ stage_id: id }),
    body: application,
    response: handInAnswer,
  }),
}
