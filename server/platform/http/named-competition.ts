import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { AdminFlag, RouteSpec } from '#shared/platform/api/route.ts'
import type { Caller } from './handler.ts'

/** Stops the start when a route names its competition in a place that its contract does not have. */
export function requireNamedCompetition(key: string, spec: RouteSpec): void {
  const { competition: place } = spec
  if (place === undefined || place === 'handler') return
  const named = place === 'params' ? key.split('/').includes(':competition') : requires(spec[place], 'competition_code')
  if (!named) throw new Error(`${key} says that its ${place} name the competition, but they do not`)
}

const requires = (schema: object | undefined, name: string) =>
  ((schema as { required?: string[] } | undefined)?.required ?? []).includes(name)

/** Refuses an organiser whose flag is limited to competitions other than the one in this call. */
export function refuseOtherCompetitions(spec: RouteSpec, request: FastifyRequest): void {
  const { competition: place } = spec
  if (place === undefined || place === 'handler') return
  const part = request[place] as Record<string, unknown>
  const code = part[place === 'params' ? 'competition' : 'competition_code']
  if (typeof code !== 'string' || !coversCompetition(request.caller, spec.access as AdminFlag, code))
    throw new Refusal('no_access')
}

/** Whether this person has the flag for this competition. */
export function coversCompetition(caller: Caller | null, flag: AdminFlag, competition: string): boolean {
  const where = caller?.flags[flag]
  return where !== undefined && (where.length === 0 || where.includes(competition))
}
