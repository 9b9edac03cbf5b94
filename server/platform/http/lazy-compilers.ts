import fastJsonStringify from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { later } from '#server/platform/later.ts'
import { closedSchema } from './closed-schema.ts'
import { lineCleaner } from './line-cleaner.ts'
import { compileValidator } from './validation.ts'

/**
 * The function with which Fastify checks a part of a request. As in Ajv, the faults of the last check are its property.
 */
interface Check {
  (data: unknown): boolean
  errors?: ReturnType<typeof compileValidator>['errors']
}

/** Whether this part of a request may contain only what the schema names. Any headers may be sent. */
export const isClosed = (httpPart = ''): boolean => ['params', 'querystring', 'body'].includes(httpPart)

/**
 * Compilers for Fastify, which bring texts of one line to one line before they check them. They compile a schema when its route is first called, in a few milliseconds. Compiling all
 * schemas would take longer than the rest of a start, and 23 MB for as long as the process runs.
 */
export const lazyCompilers = {
  validator: ({ schema, httpPart }: { schema: unknown; httpPart?: string }) => {
    const compiled = later(() => ({
      clean: httpPart === 'body' || httpPart === 'querystring' ? lineCleaner(schema as object) : null,
      validate: compileValidator(isClosed(httpPart) ? closedSchema(schema as TSchema) : (schema as object), httpPart),
    }))
    const check: Check = (data) => {
      const { clean, validate } = compiled()
      clean?.(data)
      const right = validate(data) as boolean
      check.errors = validate.errors
      return right
    }
    return check
  },
  serializer: ({ schema }: { schema: unknown }) => {
    const compiled = later(() => fastJsonStringify(schema as object))
    return (data: unknown) => compiled()(data)
  },
}
