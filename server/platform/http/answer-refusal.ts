import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isBadInput, isChangedMeanwhile, isTooLong, isUnavailable } from '#server/platform/db/errors.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal, type RefusalBody, type RefusalCode, refusals } from '#shared/platform/api/refusals.ts'
import { type Access, adminFlags } from '#shared/platform/api/route.ts'
import { withWait } from '#shared/platform/api/wait-in-words.ts'
import { faultsOf } from './validation.ts'

const byStatus: Record<number, RefusalCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'overloaded',
}

/** Besides errors in our code: what may come from one. */
const reported: ReadonlySet<RefusalCode> = new Set(['changed_meanwhile', 'too_many_at_once'])

const isOrganisers = (access: Access | undefined) => (adminFlags as readonly (Access | undefined)[]).includes(access)

/** Turns anything thrown into the matching refusal. Without a match it is an error in our code. */
function refusalFor(error: unknown, access: Access | undefined): Refusal {
  if (error instanceof Refusal) return error
  const { validation, statusCode } = error as FastifyError
  if (validation) return new Refusal('invalid_request', { fields: faultsOf(validation) })
  if (isBadInput(error)) return new Refusal('invalid_request')
  if (isChangedMeanwhile(error)) return new Refusal('changed_meanwhile')
  // Before the next line: a body that breaks off is a broken connection too, but not one to the database.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(byStatus[statusCode] ?? 'invalid_request')
  // What an organiser asks grows with the season; for everybody else the database is too slow at this moment.
  if (isTooLong(error) && isOrganisers(access)) return new Refusal('too_many_at_once')
  if (isUnavailable(error)) return new Refusal('overloaded', { retryAfter: 3 })
  if (statusCode === 503) return new Refusal('overloaded', { retryAfter: 3 })
  return new Refusal('server_error')
}

export function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error, request.routeOptions.config.access)
  const status = refusals[refusal.code]
  if (status >= 500 || reported.has(refusal.code)) report(request, error)
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(bodyOf(refusal, status >= 500 ? request.id : undefined))
}

/** The JSON of a refusal. `requestId` is for support, when the error is in our code. */
export function bodyOf({ code, values, fields, retryAfter }: Refusal, requestId?: string): string {
  const words = wordingOf(code, values)
  const waits = refusals[code] === 429 && retryAfter !== undefined
  const body: RefusalBody = { code, message: waits ? withWait(words, retryAfter) : words }
  if (fields) body.fields = fields
  if (retryAfter !== undefined) body.retry_after = retryAfter
  if (requestId !== undefined) body.request_id = requestId
  return JSON.stringify(body)
}

function report({ log, routeOptions }: FastifyRequest, error: unknown): void {
  log.error({ err: error, route: routeOptions.config.key }, 'a request failed')
}
