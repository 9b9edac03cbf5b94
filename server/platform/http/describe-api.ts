import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { type ApiDocument, apiPage } from './api-page.ts'
import { closedSchema } from './closed-schema.ts'
import { documentRefusals } from './document-refusals.ts'
import { isClosed, lazyCompilers } from './lazy-compilers.ts'

const base = '/api/v3'

/** The schema with which a request is checked. */
const closed = (schema: FastifySchema = {}): FastifySchema =>
  Object.fromEntries(
    Object.entries(schema).map(([part, of]) => [part, isClosed(part) ? closedSchema(of as TSchema) : of]),
  )

const fileForm = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', description: 'Один файл' } },
}

/** Adds the body of an upload, which is not checked by a schema. */
function bodyOf({ upload }: { upload?: unknown }, schema: FastifySchema | undefined): FastifySchema {
  if (upload === true) return { ...schema, body: fileForm }
  return upload ? { ...schema, body: { type: 'string', format: 'binary' } } : (schema ?? {})
}

/**
 * The specification has both /teams_formation/{stage_id}/teams and /teams_formation/teams/{team_id}. The portal tells
 * them apart, because a stage has a number. OpenAPI ignores the types of parameters, so this address is listed with the
 * base of the API, as a path of its own.
 */
const wholeAddresses = ['/user/teams_formation/{stage_id}/teams']

function withWholeAddresses(document: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => {
    if (!wholeAddresses.includes(path)) return [path, methods]
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      { ...operation, servers: [{ url: '/' }] },
    ])
    return [`${base}${path}`, Object.fromEntries(operations)]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

/**
 * The OpenAPI document of these routes, as JSON and as a page. They are mounted on a second application that does not
 * listen, because the document is rarely requested and a start must not load its library.
 */
export async function describeApi(mount: (app: FastifyInstance) => void): Promise<{ json: string; page: string }> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = Fastify()
  app.decorateRequest('caller', null)
  app.setValidatorCompiler(lazyCompilers.validator)
  app.setSerializerCompiler(lazyCompilers.serializer)
  const document = new Promise<ApiDocument>((resolve) => {
    app.register(
      async (inner) => {
        await inner.register(swagger, {
          openapi: {
            openapi: '3.1.0',
            info: { title: 'Портал конкурсов: API', version: '3', license: { name: 'MIT', identifier: 'MIT' } },
            servers: [{ url: base }],
            components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Token' } } },
          },
          // For the document only: an upload is read from the stream without a schema.
          transform: ({ schema, url, route }) => ({
            url,
            schema: bodyOf(route.config as { upload?: unknown }, closed(schema)),
          }),
          stripBasePath: true,
        })
        mount(inner)
        inner.addHook('onReady', async () => resolve(inner.swagger() as unknown as ApiDocument))
      },
      { prefix: base },
    )
  })
  await app.ready()
  const described = documentRefusals(withWholeAddresses(await document))
  await app.close()
  return { json: JSON.stringify(described), page: apiPage(described) }
}
