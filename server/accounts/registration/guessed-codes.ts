import { captchaUnderLoad } from '#server/platform/captcha/check-captcha.ts'
import type { Handlers } from '#server/platform/http/handler.ts'
import { clientKey, limitGuesses } from '#server/platform/http/limits.ts'
import { competitionOfCall } from '#server/seasons/competitions/competition-of-call.ts'
import type { Services } from '#server/services.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'
import type { RouteKey, RouteMap, RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { tokenIn } from './routes.ts'
import { findRegistration } from './store.ts'

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
      async (call, services) => {
        const field = fields.find((name) => hasText(call.body, name))
        if (!field) return handler(call, services)
        return limitGuesses(
          services.db,
          await guessingOf(services, key, call, field),
          services.clock(),
          async (wasWrong) => {
            try {
              return await handler(call, services)
            } catch (error) {
              if (error instanceof Refusal && error.code === guessedCodes[field]) wasWrong()
              throw error
            }
          },
        )
      },
    ]),
  )

type AnyCall = Parameters<Handlers<RouteMap, Services>[RouteKey]>[0]

/** Where this call's guess counts: at its address, and in its competition. */
async function guessingOf(services: Services, key: string, call: AnyCall, field: string) {
  const of = [
    ['guess_client', `${field} ${clientKey(call.ip)}`],
    ['guess_all', `${field} ${await competitionOf(services, key, call)}`],
  ] as const
  // Such a call has passed the captcha already.
  const passed = async () => {}
  const asks = captchaUnderLoad(services, call)
  return { of, prove: asks && (routes as Record<string, RouteSpec>)[key]?.captcha ? passed : asks }
}

async function competitionOf(
  services: Services,
  key: string,
  { params, body, request, receivedAt }: AnyCall,
): Promise<string> {
  const { db, seasons, clock } = services
  const { code, stage_id: stageId } = params as { code?: string; stage_id?: number }
  if (code !== undefined) return code
  if (stageId !== undefined) return (await seasons.codeOf(db, stageId)) ?? ''
  if (key === 'POST /auth/register/prepare') {
    const { competition_code: named } = body as { competition_code?: string }
    return competitionOfCall(db, named, { visitorAt: receivedAt })
  }
  const token = tokenIn(request, services, body as { registration_id?: string })
  return (await findRegistration(db, token, clock())).competition_code
}

/** Whether the body has this text, or the answer to a stage within it. */
function hasText(body: unknown, name: string): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { [name]: text, data } = body as Record<string, unknown>
  return typeof text === 'string' || hasText(data, name)
}
