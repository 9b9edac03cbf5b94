import type { RefusalCode } from '#shared/api/refusals.ts'
import { type AdminFlag, adminFlags, type RouteSpec } from '#shared/api/route.ts'

/** What `mountRoutes` may refuse before the handler of a route runs, for the document of the API. */
export function gateRefusals(spec: RouteSpec): RefusalCode[] {
  const { access } = spec
  const isOrganisers = adminFlags.includes(access as AdminFlag)
  return [
    // Every query is closed: a parameter that the contract lacks is refused.
    'invalid_request',
    'unsupported_media_type',
    ...(spec.captcha ? (['captcha_failed', 'captcha_unavailable'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'public' || access === 'participant' ? [] : (['no_access'] as const)),
    ...(isOrganisers ? (['second_factor_required'] as const) : []),
    ...(spec.body || spec.upload ? (['payload_too_large', 'request_timeout'] as const) : []),
    ...(spec.limit ? (['too_many_requests'] as const) : []),
  ]
}
