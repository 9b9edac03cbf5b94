import { handlersOf } from '#server/services.ts'
import type { letterRoutes } from '#shared/messages/letters/routes.ts'
import { listLetters, resetLetter, saveLetter, testLetter } from './letters.ts'

export const letterHandlers = handlersOf<typeof letterRoutes>()({
  'GET /admin/competitions/:competition/letters': ({ params }, { db }) => listLetters(db, params.competition),

  'PUT /admin/competitions/:competition/letters/:letter': ({ params, body, caller }, services) =>
    saveLetter(services, caller, params, body),

  'POST /admin/competitions/:competition/letters/:letter/reset': ({ params, body, caller }, services) =>
    resetLetter(services, caller, params, body.was),

  'POST /admin/competitions/:competition/letters/:letter/test': async ({ params, body, caller }, services) => {
    await testLetter(services, caller, params, body)
  },
})
