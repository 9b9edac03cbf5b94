import { isAct } from '#shared/platform/api/is-act.ts'
import type { RefusalBody } from '#shared/platform/api/refusals.ts'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '#shared/platform/api/route.ts'
import { viewHeader } from '#shared/platform/api/view-header.ts'
import type { Routes } from '#shared/routes.ts'
import { askPatiently, type Patience } from './ask-patiently.ts'
import { ApiFailure, isFailure } from './failure.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import type { Session } from './session.ts'

export type ApiKey = keyof Routes & string
export type Answer<K extends ApiKey> = ResponseOf<Routes[K]>

type Empty = Record<never, never>
type NeedsParams<K extends ApiKey> = keyof ParamsOf<K, Routes[K]> extends never
  ? Empty
  : { params: { [N in keyof ParamsOf<K, Routes[K]>]: string | number } }
type NeedsBody<K extends ApiKey> = Routes[K] extends { upload: true }
  ? { body: FormData }
  : BodyOf<Routes[K]> extends undefined
    ? Empty
    : { body: BodyOf<Routes[K]> }

/** What a call needs by its contract. Query parameters with a default may be left out. */
export type CallOptions<K extends ApiKey> = NeedsParams<K> &
  NeedsBody<K> & {
    query?: Partial<NonNullable<QueryOf<Routes[K]>>>
    /** Solved for every request, because a token is valid once. */
    captcha?: () => Promise<string | undefined>
    idempotencyKey?: string
    signal?: AbortSignal
    /** Lets the request finish after the page is closed. */
    keepalive?: boolean
  }

export type Args<K extends ApiKey> =
  Empty extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

export interface ClientWorld extends Patience {
  fetch: typeof fetch
  session: Session
  /** Refreshes the token once for all tabs. `unreachable`: the server did not answer. */
  /** Solved for a call that the server refuses without a captcha, as it does under a load. */
  captcha?: () => Promise<string | undefined>
  refresh: () => Promise<'refreshed' | 'refused' | 'unreachable'>
  /** The session has ended: clear it and go to the root. */
  sessionLost: () => void
  /** The view in which an organiser looks at the portal as a participant. */
  view?: { id: () => string | null; over: () => void }
  /** Called when an answer has status 500 or higher. */
  serverFailed: (failure: ApiFailure, key: string) => void
  /** Called after every attempt with whether there was an answer. */
  reached?: (now: boolean) => void
}

export interface Client {
  call: <K extends ApiKey>(key: K, ...args: Args<K>) => Promise<Answer<K>>
  file: <K extends ApiKey>(key: K, ...args: Args<K>) => Promise<{ blob: Blob; name: string }>
  /** Passes on each event of a streamed answer until it ends. */
  follow: <K extends ApiKey>(key: K, options: CallOptions<K>, onEvent: (event: Answer<K>) => void) => Promise<void>
  /** The next identical call, within a few seconds, gets this answer, which came with the answer of another call. */
  serve: <K extends ApiKey>(key: K, options: CallOptions<K>, answer: Answer<K>) => void
}

const root = '/api/v3'
/** In milliseconds. */
const servedFor = 10_000
const openFor = 300_000
/** For these calls a 401 is a normal answer and not an expired token. */
const keepsItsOwn401: ReadonlySet<string> = new Set([
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/token/refresh',
  'GET /user/competitions',
] satisfies ApiKey[])

interface Loose {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  captcha?: () => Promise<string | undefined>
  idempotencyKey?: string
  signal?: AbortSignal
  keepalive?: boolean
  /** A failure of this call says nothing about the connection to the portal. */
  quiet?: boolean
}

/**
 * The API client: adds the token, refreshes it and retries once after a 401, and turns every failure into one kind of
 * error.
 */
export function createClient(world: ClientWorld): Client {
  const served = new Map<string, { answer: unknown; until: number }>()

  function takeServed(key: ApiKey, options: Loose): unknown {
    if (served.size === 0) return undefined
    const name = addressOf(key, options)
    const found = served.get(name)
    served.delete(name)
    return found && found.until > Date.now() ? found.answer : undefined
  }

  /** Acts of which it is not known whether they are done: the same act, soon after, is a repeat with the same key. */
  const openActs = new Map<string, { key: string; until: number }>()

  async function keyed(key: ApiKey, options: Loose): Promise<Response> {
    if (!isAct(key) || options.body instanceof FormData) return answered(key, options)
    const act = JSON.stringify([key, addressOf(key, options), options.body])
    const open = openActs.get(act)
    const idempotencyKey = open && open.until > Date.now() ? open.key : newIdempotencyKey()
    openActs.set(act, { key: idempotencyKey, until: Date.now() + openFor })
    const response = await answered(key, { ...options, idempotencyKey })
    if (response.status < 500) openActs.delete(act)
    return response
  }

  async function answered(key: ApiKey, options: Loose): Promise<Response> {
    let sentWith = world.session.token()
    let response = await sendRepeatedly(world, key, options)
    if (response.status === 400 && world.captcha && !options.captcha) {
      const { code } = await refusalOf(response.clone())
      if (code === 'captcha_failed') response = await send(world, key, { ...options, captcha: world.captcha })
    }
    if (response.status !== 401 || keepsItsOwn401.has(key)) return response
    // Another call may have refreshed the token meanwhile.
    const outcome = world.session.token() === sentWith ? await world.refresh() : 'refreshed'
    if (outcome === 'unreachable') throw new ApiFailure('OFFLINE', 0)
    if (outcome === 'refreshed') {
      sentWith = world.session.token()
      response = await send(world, key, options)
    }
    // Only the session of this call is lost: a late answer must not end a session that began after it.
    if (response.status === 401 && sentWith !== null && world.session.token() === sentWith) world.sessionLost()
    return response
  }

  async function failed(key: ApiKey, response: Response): Promise<never> {
    const body = await refusalOf(response)
    if (body.code === 'view_over' && world.view) {
      world.view.over()
      // The page is being left: the answer would never be shown.
      return new Promise(() => {})
    }
    if (response.status >= 500) {
      const failure = new ApiFailure('SERVER_UNAVAILABLE', response.status, body)
      world.serverFailed(failure, key)
      throw failure
    }
    throw new ApiFailure(
      body.code === 'SERVER_UNAVAILABLE' || !body.code ? 'invalid_request' : body.code,
      response.status,
      body,
    )
  }

  return {
    serve: (key, options, answer) =>
      void served.set(addressOf(key, options as Loose), { answer, until: Date.now() + servedFor }),
    async call<K extends ApiKey>(key: K, ...[options]: Args<K>) {
      const known = takeServed(key, (options ?? {}) as Loose)
      if (known !== undefined) return known as Answer<K>
      const response = await keyed(key, (options ?? {}) as Loose)
      if (!response.ok) return failed(key, response)
      if (response.status === 204) return undefined as Answer<K>
      return (await response.json()) as Answer<K>
    },
    async file(key, ...[options]) {
      const response = await answered(key, (options ?? {}) as Loose)
      if (response.status >= 400) return failed(key, response)
      const blob = response.status === 200 ? await response.blob() : null
      if (!(blob instanceof Blob)) throw new ApiFailure('NOT_A_FILE', response.status)
      return { blob, name: fileNameOf(response) }
    },
    async follow<K extends ApiKey>(key: K, options: CallOptions<K>, onEvent: (event: Answer<K>) => void) {
      const response = await answered(key, { ...(options as Loose), quiet: true })
      // The page works without it, so nothing is reported.
      if (!response.ok || !response.body)
        throw new ApiFailure('SERVER_UNAVAILABLE', response.status, await refusalOf(response))
      try {
        // The login does not need it.
        const { eventsOf } = await import('./events-of.ts')
        for await (const data of eventsOf(response.body)) onEvent(JSON.parse(data) as Answer<K>)
      } catch {
        throw new ApiFailure((options as Loose).signal?.aborted ? 'ABORTED' : 'OFFLINE', 0)
      }
    },
  }
}

/** Besides reads and calls with a key: calls that do no harm when they are repeated. */
const harmlessTwice: ReadonlySet<string> = new Set(['POST /auth/login', 'POST /user/meetings/query'] satisfies ApiKey[])

function sendRepeatedly(world: ClientWorld, key: ApiKey, options: Loose): Promise<Response> {
  const repeatable = key.startsWith('GET ') || options.idempotencyKey !== undefined || harmlessTwice.has(key)
  if (!repeatable) return send(world, key, options)
  // Reads without any answer are repeated by the query client.
  const unreached = (error: unknown) =>
    key === 'POST /auth/login' && isFailure(error, 'OFFLINE') && navigator.onLine !== false
  return askPatiently(() => send(world, key, options), world, unreached)
}

async function send(world: ClientWorld, key: ApiKey, options: Loose): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ')
  const headers = new Headers()
  const token = world.session.token()
  if (token) headers.set('X-Token', token)
  const view = world.view?.id()
  if (view) headers.set(viewHeader, view)
  const captcha = await options.captcha?.()
  if (captcha) headers.set('X-Captcha-Token', captcha)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const isForm = options.body instanceof FormData
  if (options.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  try {
    const response = await world.fetch(`${root}${addressOf(path, options)}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.body === undefined
        ? {}
        : { body: isForm ? (options.body as FormData) : JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    })
    world.reached?.(true)
    return response
  } catch {
    if (options.signal?.aborted) throw new ApiFailure('ABORTED', 0)
    if (!options.quiet) world.reached?.(false)
    throw new ApiFailure('OFFLINE', 0)
  }
}

/** The address under /api/v3 with its params and query filled in. */
function addressOf(path: string, { params = {}, query = {} }: Pick<Loose, 'params' | 'query'>): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

async function refusalOf(response: Response): Promise<Partial<RefusalBody>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** The file name when the server sends none. */
const defaultFileName = 'export.doc'

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return defaultFileName
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? defaultFileName
}
