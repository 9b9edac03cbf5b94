import { Type } from 'typebox'
import { route } from '#shared/api/route.ts'
import { answerData } from '#shared/forms/wire.ts'
import { consentGiven } from '#shared/registration/routes.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { application } from './contract.ts'

export const registrationStageRoutes = {
  'GET /user/registration/:stage_id': route({
    access: 'participant',
    summary: 'Своя заявка, которую вернули на исправление: всё, что в ней было, вместе с номерами документов',
    params: Type.Object({ stage_id: Type.Integer({ minimum: 1, maximum: 2147483647 }) }),
    response: Type.Object({
      application: Type.Union([
        Type.Null(),
        Type.Object({
          data: answerData,
          door: Type.Union([Type.Literal('participant'), Type.Literal('supporter')]),
          track: Type.Union([Type.String(), Type.Null()]),
          promocode: Type.Union([Type.String(), Type.Null()]),
          consents: Type.Array(consentGiven),
        }),
      ]),
    }),
  }),
  'POST /user/registration/:stage_id': route({
    access: 'participant',
    summary: 'Подать заявку в конкурс под имеющейся учётной записью или исправить заявку по замечаниям',
    params: Type.Object({ stage_id: Type.Integer({ minimum: 1, maximum: 2147483647 }) }),
    body: application,
    response: handInAnswer,
  }),
}
