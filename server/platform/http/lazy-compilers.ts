import { setImmediate as turn } from 'node:timers/promises'
import fastJsonStringify from 'fast-json-stringify'
import { compileValidator } from './validation.ts'

/**
 * The function that Fastify calls to validate a part of a request. Like Ajv's, it has the errors of the last check as
 * a property.
 */
interface Check {
  (data: unknown): boolean
  errors?: ReturnType<typeof compileValidator>['errors']
}

/**
 * Schema compilers that start late. Compiling all schemas takes longer than the rest of the start, and the first
 * answer needs at most three of them.
 */
export function lazyCompilers() {
  const waiting = new Set<() => unknown>()
  function later<T>(make: () => T): () => T {
    let made: T | undefined
    const get = () => {
      made ??= make()
      waiting.delete(get)
      return made
    }
    waiting.add(get)
    return get
  }
  return {
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
    /** Compiles the remaining schemas, one per turn of the event loop, so that calls are answered in between. */
    async compileRest(): Promise<void> {
      for (const get of waiting) {
        await turn()
        get()
      }
    },
  }
}
