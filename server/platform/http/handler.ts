import type { FastifyReply, FastifyRequest } from 'fastify'
import type {
  AdminFlag,
  BodyOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  RouteKey,
  RouteMap,
} from '#shared/platform/api/route.ts'

/** The caller, proved by the access token and its session. */
export interface Caller {
  accountId: number
  sessionId: string
  /** When the token or its session expires, in milliseconds. */
  until: number
  /** The caller's flags with the competitions they are limited to; an empty list means all. */
  flags: Partial<Record<AdminFlag, string[]>>
  /** Organiser routes need a second factor by an app; demo accounts are exempt. */
  mayOrganise: boolean
  isMentor: boolean
  isAssessor: boolean
  /** The account of the organiser who looks at the portal as this person and cannot change anything. */
  viewer?: number
}

/** What belongs to no competition, as letters and rights in all of them, is not for a right that is limited to some. */
export const isChief = ({ flags }: Pick<Caller, 'flags'>): boolean => flags.admins?.length === 0

/** One call as a handler sees it: validated parts, the caller, and the reply for cookies or files. */
export interface Call<Params, Query, Body, Who> {
  params: Params
  query: Query
  body: Body
  caller: Who
  /** When the request reached the server. */
  receivedAt: Date
  ip: string
  userAgent: string
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** One handler for every route of a domain's contract. `S` is what the portal gives to its domains. */
export type Handlers<Map extends RouteMap, S> = {
  [K in keyof Map & RouteKey]: (
    call: Call<
      ParamsOf<K, Map[K]>,
      QueryOf<Map[K]>,
      BodyOf<Map[K]>,
      Map[K]['access'] extends 'public' ? Caller | null : Caller
    >,
    services: S,
  ) => Promise<ResponseOf<Map[K]> | undefined> | ResponseOf<Map[K]> | undefined
}

/** Types whose keys are not compared with the contract. */
type Leaf = string | number | bigint | boolean | null | undefined | Date
type KeysOf<T> = T extends unknown ? (string extends keyof T ? PropertyKey : keyof T) : never
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never

/** The keys of an answer, at any depth, that the contract lacks; `never` when there are none. */
export type KeysOutsideContract<Answer, Contract> = 0 extends 1 & Answer
  ? never
  : unknown extends Contract
    ? never
    : Answer extends readonly (infer Item)[]
      ? KeysOutsideContract<Item, Extract<Contract, readonly unknown[]>[number]>
      : Answer extends Leaf
        ? never
        :
            | Exclude<keyof Answer, KeysOf<Exclude<Contract, Leaf>>>
            | {
                [K in keyof Answer]-?: KeysOutsideContract<Answer[K], ValueOf<Exclude<Contract, Leaf>, K>>
              }[keyof Answer]

type AnswerOf<Handler> = Handler extends (...args: never[]) => infer Answer ? Awaited<Answer> : never

/** The handlers with unknown keys, each replaced by a type that no function matches. */
type RefusedHandlers<Map extends RouteMap, Given> = {
  [K in keyof Given & keyof Map & RouteKey as KeysOutsideContract<AnswerOf<Given[K]>, ResponseOf<Map[K]>> extends never
    ? never
    : K]: { 'keys that the contract lacks': KeysOutsideContract<AnswerOf<Given[K]>, ResponseOf<Map[K]>> }
}

/**
 * Declares the handlers of a contract. A handler that answers a key which the contract lacks does not compile, because
 * the serialiser would drop that key silently.
 */
export const exactHandlers =
  <Map extends RouteMap, S>() =>
  <const Given extends Handlers<Map, S>>(handlers: Given & RefusedHandlers<Map, NoInfer<Given>>): Given =>
    handlers
