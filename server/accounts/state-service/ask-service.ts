import type { Configuration } from 'openid-client'
import type { StateServiceConfig } from '#server/platform/config/config.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** The parameters that the service adds to the redirect address. */
export interface ServiceAnswer {
  state?: string
  code?: string
  iss?: string
  error?: string
}

/** Seconds to wait for the service, while a person waits for the portal. */
const patienceSeconds = 5
/** How long the discovered metadata of the service is cached. */
const knownMs = 3_600_000

type Library = typeof import('openid-client')
type Where = Pick<Services, 'config' | 'clock'>

const known = new WeakMap<StateServiceConfig, { at: number; configuration: Promise<Configuration> }>()

/** The settings of the service. Without one the routes do not exist: throws `not_found`. */
export function serviceOf({ config }: Pick<Services, 'config'>): StateServiceConfig {
  if (!config.stateService) throw new Refusal('not_found')
  return config.stateService
}

/** The address at the service to which the person is sent. The state, nonce and verifier are derived from `token`. */
export async function addressOfService(services: Where, token: string): Promise<string> {
  const { scope, trust } = serviceOf(services)
  const { library, configuration } = await discovered(services)
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectAddress(services),
    scope,
    state: stateOf(token),
    nonce: secretOf(token, 'nonce'),
    code_challenge: await library.calculatePKCECodeChallenge(secretOf(token, 'verifier')),
    code_challenge_method: 'S256',
    // On a shared computer another person may still be logged in at the service.
    prompt: 'login',
    ...(trust.claim === 'acr' ? { acr_values: trust.values.join(' ') } : {}),
  })
  return url.href
}

/**
 * The subject of the person at the service. Throws `state_service_no_access`, `state_service_untrusted`,
 * `state_service_failed` or `state_service_unavailable`.
 */
export async function recognise(services: Where, token: string, answer: ServiceAnswer): Promise<string> {
  const { scope, trust } = serviceOf(services)
  const { library, configuration } = await discovered(services)
  const back = new URL(redirectAddress(services))
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) back.searchParams.set(name, value)
  try {
    const tokens = await library.authorizationCodeGrant(configuration, back, {
      expectedState: stateOf(token),
      expectedNonce: secretOf(token, 'nonce'),
      pkceCodeVerifier: secretOf(token, 'verifier'),
    })
    const claims = tokens.claims()
    if (!claims) throw new Refusal('state_service_failed')
    const granted = tokens.scope?.split(' ')
    if (granted && scope.split(' ').some((wanted) => !granted.includes(wanted)))
      throw new Refusal('state_service_no_access')
    let level = claims[trust.claim]
    if (level === undefined && configuration.serverMetadata().userinfo_endpoint)
      level = (await library.fetchUserInfo(configuration, tokens.access_token, claims.sub))[trust.claim]
    if (!trust.values.includes(String(level))) throw new Refusal('state_service_untrusted')
    return claims.sub
  } catch (cause) {
    throw refusalOf(library, cause)
  }
}

export const stateOf = (token: string): string => secretOf(token, 'state')

/** The three secrets are derived from the token in the cookie, and the database stores none of them. */
const secretOf = (token: string, use: 'state' | 'nonce' | 'verifier'): string =>
  keyedHash(token, 'state service', use).toString('base64url')

const redirectAddress = ({ config }: Where) => `${config.publicUrl}/state-service`

/** Discovered at the first use, so that the portal starts without the service and without loading the library. */
async function discovered(services: Where): Promise<{ library: Library; configuration: Configuration }> {
  const service = serviceOf(services)
  const library = await import('openid-client')
  const now = services.clock().getTime()
  let entry = known.get(service)
  if (!entry || now - entry.at > knownMs) {
    entry = { at: now, configuration: discover(library, service) }
    known.set(service, entry)
  }
  try {
    return { library, configuration: await entry.configuration }
  } catch (cause) {
    known.delete(service)
    throw new Refusal('state_service_unavailable', { cause })
  }
}

function discover(library: Library, { issuer, clientId, clientSecret }: StateServiceConfig): Promise<Configuration> {
  const metadata = { [library.clockTolerance]: 30 }
  // The default of the specification for a service that names no method.
  const byHeader = library.ClientSecretBasic(clientSecret)
  const byForm = library.ClientSecretPost(clientSecret)
  const authenticate: typeof byHeader = (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods } = server
    return (methods && !methods.includes('client_secret_basic') ? byForm : byHeader)(server, ...rest)
  }
  return library.discovery(new URL(issuer), clientId, metadata, authenticate, {
    timeout: patienceSeconds,
    execute: [
      library.enableNonRepudiationChecks,
      // The configuration allows http only for an address on this machine.
      ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
    ],
  })
}

/** The person refused, or the service may not identify the person. */
const withoutAccess = ['access_denied', 'consent_required', 'interaction_required', 'login_required', 'invalid_scope']
const ownTrouble = ['server_error', 'temporarily_unavailable']

function refusalOf(library: Library, cause: unknown): unknown {
  if (cause instanceof Refusal) return cause
  if (cause instanceof library.AuthorizationResponseError) {
    if (withoutAccess.includes(cause.error)) return new Refusal('state_service_no_access', { cause })
    const code = ownTrouble.includes(cause.error) ? 'state_service_unavailable' : 'state_service_failed'
    return new Refusal(code, { cause })
  }
  // A refused code is the caller's fault; any other refusal means wrong settings of the portal.
  if (cause instanceof library.ResponseBodyError)
    return new Refusal(cause.error === 'invalid_grant' ? 'state_service_failed' : 'state_service_unavailable', {
      cause,
    })
  const code = (cause as { code?: unknown }).code
  const silent =
    cause instanceof TypeError ||
    cause instanceof library.WWWAuthenticateChallengeError ||
    ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(String(code))
  return new Refusal(silent ? 'state_service_unavailable' : 'state_service_failed', { cause })
}
