import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { RouteMap } from '#shared/platform/api/route.ts'
import { answerRefusal } from './answer-refusal.ts'
import { apiPageStyle } from './api-page.ts'
import { describeApi } from './describe-api.ts'
import type { Handlers } from './handler.ts'
import { lazyCompilers } from './lazy-compilers.ts'
import { type Gatekeeping, mountRoutes, piecesType } from './mount.ts'
import { shedLoad } from './shed-load.ts'

interface ApiOptions<S> {
  routes: RouteMap
  handlers: Handlers<RouteMap, S>
  services: S
  /** The services for an organiser who looks at the portal as a participant: they cannot write. */
  readOnly: S
  gate: Gatekeeping
  /** Whether the API serves its own documentation. */
  described: boolean
}

/** Everything below /api/v3: the routes, their OpenAPI document, and the answers to refusals. */
export async function api<S>(app: FastifyInstance, options: ApiOptions<S>): Promise<void> {
  app.setValidatorCompiler(lazyCompilers.validator)
  app.setSerializerCompiler(lazyCompilers.serializer)
  app.setErrorHandler(answerRefusal)
  app.setNotFoundHandler((request, reply) => answerRefusal(new Refusal('not_found'), request, reply))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    reply.header('Referrer-Policy', 'no-referrer')
    reply.header('Cross-Origin-Resource-Policy', 'same-origin')
  })
  await shedLoad(app)
  await app.register(multipart, {
    // The receiver of a file stops at the file's limit and names it in the refusal.
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 4, fieldSize: 4096, parts: 5 },
  })
  // Not parsed: the handler reads the pieces of a file from the stream as they come.
  app.addContentTypeParser(piecesType, (_request, _payload, done) => done(null))
  mountRoutes(app, options.routes, options.handlers, options.services, options.gate, options.readOnly)
  if (options.described) describe(app, options)
  // A wrong address under the API must not be answered with a page of the portal.
  for (const path of ['/', '/*'])
    app.get(path, () => {
      throw new Refusal('not_found')
    })
}

/** The OpenAPI document and its readable page. */
function describe<S>(app: FastifyInstance, { routes, handlers, services, gate }: ApiOptions<S>): void {
  let document: Promise<{ json: string; page: string }> | undefined
  const documented = () => {
    document ??= describeApi((drawn) => mountRoutes(drawn, routes, handlers, services, gate))
    return document
  }
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send((await documented()).json))
  app.get('/docs', async (_request, reply) => {
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'")
    return reply.type('text/html; charset=utf-8').send((await documented()).page)
  })
  app.get('/docs.css', (_request, reply) => reply.type('text/css').send(apiPageStyle))
}
