import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdminFlag, BodyOf, ParamsOf, QueryOf, ResponseOf, RouteKey, RouteMap } from '#shared/api/route.ts'

/** Who is calling, as proved by the access token and the session behind it. */
export interface Caller {
  accountId: number
  sessionId: string
  /** When the token or the session behind it ends of itself, in milliseconds. */
  until: number
  /** Flags with the competitions they are narrowed to; an empty list means every competition. */
  flags: Partial<Record<AdminFlag, string[]>>
  /** The organiser's routes ask for a second factor from an app; demo accounts are exempt. */
  mayOrganise: boolean
  isMentor: boolean
  isAssessor: boolean
}

/** One call as a handler sees it: validated parts, the caller, and what is needed to answer by cookie or file. */
export interface Call<Params, Query, Body, Who> {
  params: Params
  query: Query
  body: Body
  caller: Who
  /** The moment at which the request reached the server. */
  receivedAt: Date
  ip: string
  userAgent: string
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** One handler for every route of a domain's contract; `S` is what the portal hands to its domains. */
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
