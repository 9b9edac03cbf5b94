import { searchDictionary } from '#server/forms/dictionaries/search-dictionary.ts'
import { findCompetition } from '#server/seasons/competitions/store.ts'
import { handlersOf } from '#server/services.ts'
import type { dictionaryRoutes } from '#shared/forms/dictionaries/routes.ts'

export const dictionaryHandlers = handlersOf<typeof dictionaryRoutes>()({
  'GET /dictionaries/:dict': async ({ params, query }, { db }) => {
    const { competition_code: code, ...asked } = query
    const competition = code === undefined ? null : await findCompetition(db, code)
    const found = await searchDictionary(db, { dict: params.dict, ...asked, competition: competition?.code })
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
