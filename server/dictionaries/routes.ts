import { handlersOf } from '#server/services.ts'
import type { dictionaryRoutes } from '#shared/dictionaries/routes.ts'
import { searchDictionary } from './search-dictionary.ts'

export const dictionaryHandlers = handlersOf<typeof dictionaryRoutes>()({
  'GET /dictionaries/:dict': async ({ params, query }, { db }) => {
    const found = await searchDictionary(db, { dict: params.dict, ...query })
    return {
      items: found.map(({ id, value, region, fo }) => ({
        id,
        value,
        ...(region === null ? {} : { kladr_code: region }),
        ...(fo === null ? {} : { fo_name: fo }),
      })),
    }
  },
})
