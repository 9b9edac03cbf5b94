import type { Handlers } from '#server/platform/http/handler.ts'
import { clientKey, limitGuesses } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { Refusal, type RefusalCode } from '#shared/api/refusals.ts'
import type { RouteMap } from '#shared/api/route.ts'

/** The fields of a call in which a person types a code that others could guess, and the refusal of a wrong one. */
export const guessedCodes = {
  promocode: 'invalid_promocode',
  entry_code: 'entry_code_wrong',
} as const satisfies Record<string, RefusalCode>

const fields = Object.keys(guessedCodes) as (keyof typeof guessedCodes)[]

/** The handlers with limits on wrong codes, by address and in all. Team codes have limits of their own. */
export const limitingGuesses = (handlers: Handlers<RouteMap, Services>): Handlers<RouteMap, Services> =>
  Object.fromEntries(
    Object.entries(handlers).map(([key, handler]): [string, typeof handler] => [
      key,
      (call, services) => {
        const field = fields.find((name) => hasText(call.body, name))
        if (!field) return handler(call, services)
        const of = [
          ['guess_client', `${field} ${clientKey(call.ip)}`],
          ['guess_all', field],
        ] as const
        return limitGuesses(services.db, of, services.clock(), async (wasWrong) => {
          try {
            return await handler(call, services)
          } catch (error) {
            if (error instanceof Refusal && error.code === guessedCodes[field]) wasWrong()
            throw error
          }
        })
      },
    ]),
  )

/** Whether the body has this text, or the answer to a stage within it. */
function hasText(body: unknown, name: string): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { [name]: text, data } = body as Record<string, unknown>
  return typeof text === 'string' || hasText(data, name)
}
