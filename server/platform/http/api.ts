import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/api/refusals.ts'
import type { RouteMap } from '#shared/api/route.ts'
import { answerRefusal } from './answer-refusal.ts'
import { apiPageStyle } from './api-page.ts'
import { describeApi } from './describe-api.ts'
import type { Handlers } from './handler.ts'
import { lazyCompilers } from './lazy-compilers.ts'
import { type Gatekeeping, mountRoutes } from './mount.ts'
import { shedLoad } from './shed-load.ts'

/** Everything below /api/v3: the routes, their OpenAPI document, and the answers to refusals. */
export async function api<S>(
  app: FastifyInstance,
  options: { routes: RouteMap; handlers: Handlers<RouteMap, S>; services: S; gate: Gatekeeping },
): Promise<void> {
  app.setValidatorCompiler(lazyCompilers.validator)
  app.setSerializerCompiler(lazyCompilers.serializer)
  app.setErrorHandler(answerRefusal)
  app.setNotFoundHandler((request, reply) => answerRefusal(new Refusal('not_found'), request, reply))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Cache-Control', 'no-store')
    reply.header('Referrer-Policy', 'no-referrer')
    reply.header('Cross-Origin-Resource-Policy', 'same-origin')
  })
  await shedLoad(app)
  await app.register(multipart, { limits: { files: 1, fields: 4, fieldSize: 4096, parts: 5 } })
  mountRoutes(app, options.routes, options.handlers, options.services, options.gate)
  let document: Promise<{ json: string; page: string }> | undefined
  const documented = () => {
    document ??= describeApi((drawn) =>
      mountRoutes(drawn, options.routes, options.handlers, options.services, options.gate),
    )
    return document
  }
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send((await documented()).json))
  app.get('/docs', async (_request, reply) => {
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'")
    return reply.type('text/html; charset=utf-8').send((await documented()).page)
  })
  // A wrong address under the API must not be answered with a page of the portal.
  for (const path of ['/', '/*'])
    app.get(path, () => {
      throw new Refusal('not_found')
    })
  app.get('/docs.css', (_request, reply) => reply.type('text/css').send(apiPageStyle))
}
