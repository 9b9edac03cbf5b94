import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock/clock.ts'
import { Refusal, type RefusalCode } from '#shared/api/refusals.ts'
import type { RouteMap } from '#shared/api/route.ts'
import type { Call, Handlers } from './handler.ts'
import { clientKey, limitGuesses } from './limits.ts'

/** The fields of a call in which a person types a code that others could guess, and the refusal of a wrong one. */
export const guessedCodes = {
  promocode: 'invalid_promocode',
  entry_code: 'entry_code_wrong',
} as const satisfies Record<string, RefusalCode>

/** The handlers with limits on wrong codes, by address and in all. Team codes have limits of their own. */
export const limitingGuesses = <S extends { db: Kysely<never>; clock: Clock }>(
  handlers: Handlers<RouteMap, S>,
): Handlers<RouteMap, S> =>
  Object.fromEntries(
    Object.entries(handlers).map(([key, handler]): [string, typeof handler] => [
      key,
      async (call: Call<never, never, never, never>, services: S) => {
        const body: { data?: unknown } | null = call.body
        // An answer to a stage is inside the body.
        const field = codes.find((name) => hasText(body, name) || hasText(body?.data, name))
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

const codes = Object.keys(guessedCodes) as (keyof typeof guessedCodes)[]

const hasText = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && typeof (body as Record<string, unknown>)[name] === 'string'
