import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isBadInput, isUnavailable } from '#server/platform/db/errors.ts'
import { wordingOf } from '#shared/api/refusal-wording.ts'
import { Refusal, type RefusalBody, type RefusalCode, refusals } from '#shared/api/refusals.ts'
import { faultsOf } from './validation.ts'

const byStatus: Record<number, RefusalCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'overloaded',
}

/** Turns anything thrown into the matching refusal. What matches none is a fault of ours. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { validation, statusCode, code } = error as FastifyError
  if (validation) return new Refusal('invalid_request', { fields: faultsOf(validation) })
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('file_too_big')
  if (isBadInput(error)) return new Refusal('invalid_request')
  if (isUnavailable(error)) return new Refusal('overloaded', { retryAfter: 3 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(byStatus[statusCode] ?? 'invalid_request')
  if (statusCode === 503) return new Refusal('overloaded', { retryAfter: 3 })
  return new Refusal('server_error')
}

export function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error)
  const status = refusals[refusal.code]
  if (status >= 500) report(request.log, error)
  const body: RefusalBody = { code: refusal.code, message: wordingOf(refusal.code, refusal.values) }
  if (refusal.fields) body.fields = refusal.fields
  if (refusal.retryAfter !== undefined) {
    body.retry_after = refusal.retryAfter
    reply.header('Retry-After', String(refusal.retryAfter))
  }
  if (status >= 500) body.request_id = request.id
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function report(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: error }, 'a request failed')
}
