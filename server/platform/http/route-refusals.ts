import { isAct } from '#shared/platform/api/is-act.ts'
import type { RefusalCode } from '#shared/platform/api/refusals.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { type AdminFlag, adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'

/** The possible refusals of this route, for the document of the API. Errors in our code are not listed. */
export function routeRefusals(key: string, spec: RouteSpec): RefusalCode[] {
  const { access } = spec
  const isOrganisers = adminFlags.includes(access as AdminFlag)
  const codes: RefusalCode[] = [
    // Every query is closed: a parameter that the contract lacks is refused.
    'invalid_request',
    'unsupported_media_type',
    // Any call may name a view, in which an organiser looks at the portal as a participant.
    'view_over',
    'view_only',
    ...(spec.captcha ? (['captcha_failed', 'captcha_unavailable'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'public' || access === 'participant' ? [] : (['no_access'] as const)),
    ...(isOrganisers ? (['second_factor_required'] as const) : []),
    ...(spec.body || spec.upload ? (['payload_too_large', 'request_timeout'] as const) : []),
    ...(isAct(key) ? (['idempotency_mismatch', 'act_taken'] as const) : []),
    ...(spec.limit ? (['too_many_requests'] as const) : []),
    ...(spec.upload === true ? refusedBy.upload : []),
    ...(spec.refuses ?? []),
  ]
  return [...new Set(codes)]
}
