import fastJsonStringify from 'fast-json-stringify'
import { compileValidator } from './validation.ts'

/** What Fastify calls to check a part of a request. As with Ajv's own, the faults of the last check hang on it. */
interface Check {
  (data: unknown): boolean
  errors?: ReturnType<typeof compileValidator>['errors']
}

/** Made when it is first asked for, and once. */
function later<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Compilers for Fastify that put the work off until a route is first called: a few milliseconds then. All schemas together
 * take longer to compile than all the rest of a start, and 23 MB for as long as the process lives.
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
