import { Type } from 'typebox'
import { id } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'

const params = Type.Object({ competition: Type.String({ minLength: 1, maxLength: 64 }), test_id: id })

export const personViewRoutes = {
  'POST /admin/competitions/:competition/participants/:test_id/view': route({
    access: 'participants',
    competition: 'params',
    summary: 'Посмотреть портал глазами участника: без права что-либо изменить и на время',
    refuses: ['user_not_found', 'view_not_yours'],
    params,
    body: Type.Object({
      reason: Type.String({
        minLength: 1,
        maxLength: maxReason,
        description: 'Зачем; остаётся в истории участника',
      }),
    }),
    status: 201,
    response: Type.Object({
      view_id: Type.String({ description: 'Называется в заголовке `X-View` каждого вызова' }),
      ends_at: Type.String({ description: 'Московское время' }),
    }),
  }),
  'DELETE /admin/competitions/:competition/participants/:test_id/view': route({
    access: 'participants',
    competition: 'params',
    summary: 'Закончить просмотр',
    refuses: ['user_not_found'],
    params,
    response: null,
  }),
}
