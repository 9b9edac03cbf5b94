import fastJsonStringify from 'fast-json-stringify'
import { compileValidator } from './validation.ts'

/**
 * The function with which Fastify checks a part of a request. As in Ajv, the faults of the last check are its property.
 */
interface Check {
  (data: unknown): boolean
  errors?: ReturnType<typeof compileValidator>['errors']
}

/** Created at the first use, once. */
function later<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Compilers for Fastify that wait until a route is first called, which takes a few milliseconds then. Compiling all
 * schemas would take longer than the rest of a start, and 23 MB while the process lives.
 */
export const lazyCompilers = {
  validator: ({ schema, httpPart }: { schema: unknown; httpPart?: string }) => {
    const compiled = later(() => compileValidator(schema as object, httpPart))
    const check: Check = (data) => {
      const validate = compiled()
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
