import { Type } from 'typebox'
import { route } from '#shared/platform/api/route.ts'
import { dictionarySuggestions } from './limits.ts'

export const dictionaryRoutes = {
  'GET /dictionaries/:dict': route({
    access: 'public',
    summary: 'Поиск по справочнику: по началу слова и с опечатками',
    params: Type.Object({ dict: Type.String({ minLength: 1, maxLength: 64 }) }),
    query: Type.Object({
      query: Type.String({ maxLength: 100, default: '' }),
      limit: Type.Integer({ minimum: 1, maximum: dictionarySuggestions, default: dictionarySuggestions }),
      district: Type.Optional(Type.String({ maxLength: 64, description: 'kladr_code региона' })),
      competition_code: Type.Optional(
        Type.String({ maxLength: 64, description: 'Ещё и то, что есть только в справочнике этого конкурса' }),
      ),
      fo: Type.Optional(Type.String({ maxLength: 64, description: 'Федеральный округ' })),
    }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.String(),
          value: Type.String(),
          kladr_code: Type.Optional(Type.String()),
          fo_name: Type.Optional(Type.String()),
        }),
      ),
    }),
  }),
}
