import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect } from 'vitest'

/** These can happen to every call, so no route names them. */
const ofEveryCall = ['server_error', 'overloaded', 'storage_unavailable', 'changed_meanwhile', 'too_many_at_once']

const shared = globalThis as { undocumentedRefusals?: string[] }

/**
 * Refusals of a route that its contract does not name, and so neither does the document of the API. This file is loaded
 * before every file of tests; a test with such a refusal fails.
 */
shared.undocumentedRefusals ??= watchEveryServer()
export const undocumented = shared.undocumentedRefusals

afterEach(() => {
  expect(undocumented.splice(0), 'refusals that the contract of their route does not name').toEqual([])
})

function watchEveryServer(): string[] {
  const found: string[] = []
  subscribe('fastify.initialization', (made) => {
    const { fastify } = made as { fastify: FastifyInstance }
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const { config, schema } = request.routeOptions
      const named = (schema as { 'x-refusals'?: string[] } | undefined)?.['x-refusals']
      if (named && config.key && reply.statusCode >= 400) {
        const { code } = JSON.parse(String(payload)) as { code: string }
        if (![...named, ...ofEveryCall].includes(code)) found.push(`${config.key}: ${reply.statusCode} ${code}`)
      }
      done(null, payload)
    })
  })
  return found
}
