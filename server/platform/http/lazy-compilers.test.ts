import fastJsonStringify from 'fast-json-stringify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { closedSchema } from './closed-schema.ts'
import { lazyCompilers } from './lazy-compilers.ts'
import { compileValidator } from './validation.ts'

test('a validator compiled at its first use finds faults like any other, separately for each call', () => {
  const check = lazyCompilers.validator({ schema: Type.Object({ limit: Type.Integer() }), httpPart: 'querystring' })
  expect(check({ limit: '10' })).toBe(true)
  expect(check.errors).toBeNull()
  expect(check({ limit: 'ten' })).toBe(false)
  expect(check.errors?.[0]?.instancePath).toBe('/limit')
  expect(check({ limit: 7 })).toBe(true)
  expect(check.errors).toBeNull()
})

test('an answer carries the fields that its schema names and no others', () => {
  const write = lazyCompilers.serializer({ schema: Type.Object({ id: Type.Integer() }) })
  expect(write({ id: 1, secret: 'x' })).toBe('{"id":1}')
})

test('every schema of the contract compiles', () => {
  let compiled = 0
  for (const spec of Object.values(routes) as RouteSpec[]) {
    for (const [httpPart, schema] of Object.entries({ params: spec.params, query: spec.query, body: spec.body }))
      if (schema) compiled += compileValidator(closedSchema(schema), httpPart) ? 1 : 0
    for (const schema of [spec.response, spec.orResponds?.response])
      if (schema) compiled += fastJsonStringify(schema) ? 1 : 0
  }
  expect(compiled).toBeGreaterThan(100)
})

test('a schema that cannot be compiled is an error', () => {
  const check = lazyCompilers.validator({ schema: { type: 'no such type' }, httpPart: 'body' })
  expect(() => check({})).toThrow()
})
