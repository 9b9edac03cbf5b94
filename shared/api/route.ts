import type { Static, TObject, TSchema } from 'typebox'
import type { LimitName } from './limits.ts'

/** What an organiser may be allowed to do; a flag may be narrowed to some competitions. */
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

/** Who may call a route. `participant` is anyone who is logged in. */
export type Access = 'public' | 'participant' | 'mentor' | 'assessor' | AdminFlag

export interface RouteSpec {
  access: Access
  /** One Russian sentence for the readable page of the API. */
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The body of the successful answer; null when there is none (204). */
  response: TSchema | null
  /** The status of success when it is not 200 (or 204 for a null response). */
  status?: 201 | 202
  /** A second successful answer, by status: login answers 202 when it wants the second factor. */
  orResponds?: { status: 202; response: TSchema }
  /** The captcha token is read from X-Captcha-Token and checked before the handler runs. */
  captcha?: true
  /** Rows of the table of limits (shared/api/limits.ts), each counted per client or per account. */
  limit?: LimitName | readonly LimitName[]
  /** Bytes that the body may have; 64 KiB when not said. */
  bodyLimit?: number
  /** The body is one multipart file in the field `file`. */
  upload?: true
  /** The answer is a file, not JSON. */
  download?: true
}

/** `POST /user/rules/:id` and the like, relative to /api/v3. */
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type RouteMap = Record<RouteKey, RouteSpec>

/** States a route once; the server mounts this value, the browser knows it by its type. */
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
