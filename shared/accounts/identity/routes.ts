import { Type } from 'typebox'
import { route } from '#shared/platform/api/route.ts'
import { identityStates } from './states.ts'

const token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 256 }) })

export const identityRoutes = {
  'POST /auth/identity-act/read': route({
    access: 'public',
    summary: 'Что можно остановить по ссылке из письма; чтение ничего не меняет',
    refuses: ['link_expired'],
    limit: 'code_entry',
    body: token,
    response: Type.Object({
      title: Type.String({ description: 'О чём речь' }),
      state: Type.Enum([...identityStates]),
      due_at: Type.String({ description: 'Когда это произойдёт или произошло' }),
      until: Type.String({ description: 'До какого времени это можно остановить или вернуть как было' }),
    }),
  }),
  'POST /auth/identity-act/stop': route({
    access: 'public',
    summary: 'Остановить или вернуть как было по ссылке из письма; без входа, один раз',
    refuses: ['link_expired'],
    limit: 'code_entry',
    body: token,
    response: Type.Object({ state: Type.Enum(['stopped', 'undone']) }),
  }),
}
