import type { Static, TObject, TSchema } from 'typebox'
import type { LimitName } from './limits.ts'
import type { RefusalCode } from './refusals.ts'

/** The permissions of organisers. A flag may be limited to some competitions. */
export const adminFlags = [
  'competitions',
  'participants',
  'assessment',
  'faq',
  'notifications',
  'events',
  'mentors',
  'reports',
  'admins',
] as const
export type AdminFlag = (typeof adminFlags)[number]

/** Who may call a route. `participant` is anyone who is logged in; `assessor` is also an organiser of the assessment. */
export type Access = 'public' | 'participant' | 'mentor' | 'assessor' | AdminFlag

/**
 * Where a route of an organiser names the competition, because the organiser's flag may be limited to some
 * competitions. The server looks there before the handler runs: `params` is the part `:competition` of the address,
 * `query` and `body` their `competition_code`. `handler`: the competition follows from the requested object, and the
 * handler itself refuses other competitions.
 */
export type CompetitionPlace = 'params' | 'query' | 'body' | 'handler'

type WhoMayCall =
  | { access: Exclude<Access, AdminFlag>; competition?: never }
  | { access: AdminFlag; competition: CompetitionPlace }

export type RouteSpec = WhoMayCall & RouteParts

interface RouteParts {
  /** One Russian sentence for the readable page of the API. */
  summary: string
  /**
   * The refusals of the handler. server/platform/http/route-refusals.ts adds those of the access, the limits, the
   * captcha and the body. In tests any other refusal fails.
   */
  refuses?: readonly RefusalCode[]
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The body of the successful answer; null when there is none (204). */
  response: TSchema | null
  /** The status of success when it is not 200 (or 204 for a null response). */
  status?: 201 | 202
  /** A second successful answer, by status: login answers 202 when it requires the second factor. */
  orResponds?: { status: 202; response: TSchema }
  /** The captcha token is read from X-Captcha-Token and checked before the handler runs. */
  captcha?: true
  /** The handler does it once per Idempotency-Key, so a repeat counts against no limit. Acts of staff are all so. */
  keyed?: true
  /** Names of rate limits (shared/platform/api/limits.ts), each counted per client or per account. */
  limit?: LimitName | readonly LimitName[]
  /** Maximum size of the body in bytes; 64 KiB by default. */
  bodyLimit?: number
  /** The body is one multipart file in the field `file`; `pieces`: the next bytes of a file, as tus sends them. */
  upload?: true | 'pieces'
  /** The answer is a file, not JSON. */
  download?: true
  /** The answer is a stream: each of its server-sent events is a `response`, until one side ends it. */
  events?: true
  /**
   * Only reads, but not by GET, because its query is long. An organiser who views the portal as this person may call
   * it.
   */
  onlyReads?: true
  /**
   * Closed to an organiser who views the portal as this person. Downloads and routes that write are always closed to
   * them.
   */
  ownOnly?: true
}

/** `POST /user/rules/:id` and the like, relative to /api/v3. */
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type RouteMap = Record<RouteKey, RouteSpec>

/** Declares a route. The server mounts this value; the browser imports only its type. */
export const route = <const R extends RouteSpec>(spec: R): R => spec

type StaticOr<T, Otherwise> = T extends TSchema ? Static<T> : Otherwise
type PathNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

export type ParamsOf<K extends string, R extends RouteSpec> = R['params'] extends TObject
  ? Static<R['params']>
  : { [N in PathNames<K>]: string }
export type QueryOf<R extends RouteSpec> = StaticOr<R['query'], undefined>
export type BodyOf<R extends RouteSpec> = StaticOr<R['body'], undefined>
export type ResponseOf<R extends RouteSpec> =
  | StaticOr<R['response'], undefined>
  | (R['orResponds'] extends { response: infer S } ? StaticOr<S, never> : never)
