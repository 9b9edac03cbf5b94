import { setImmediate as turn } from 'node:timers/promises'
import fastJsonStringify from 'fast-json-stringify'
import { compileValidator } from './validation.ts'

/** What Fastify calls to check a part of a request. As with Ajv's own, the faults of the last check hang on it. */
interface Check {
  (data: unknown): boolean
  errors?: ReturnType<typeof compileValidator>['errors']
}

/**
 * Compilers for Fastify that put the work off. All schemas together take longer to compile than all the rest of a start,
 * and no first answer needs more than three of them.
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
    /** Compiles what nobody has asked for yet, one schema at a turn of the event loop, so that calls go between. */
    async compileRest(): Promise<void> {
      for (const get of waiting) {
        await turn()
        get()
      }
    },
  }
}
