import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentStateService } from '#server/testing/a-state-service.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { RouteSpec } from '#shared/api/route.ts'
import { routes } from '#shared/routes.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
}
interface Parameter {
  name: string
  in: string
  schema?: Schema
}
interface Operation {
  operationId?: string
  summary?: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  responses: Record<string, { description?: string; content?: Record<string, { schema: { allOf: Schema[] } }> }>
}
interface Document {
  info: { license?: { name: string; identifier: string } }
  servers: { url: string }[]
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}

let app: TestApp
let document: Document
let operations: { name: string; path: string; operation: Operation }[]
beforeAll(async () => {
  app = await testApp({ env: silentStateService })
  document = (await (await app.fetch('/api/v3/openapi.json')).json()) as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ name: `${method.toUpperCase()} ${path}`, path, operation },
    })),
  )
})
afterAll(() => app.close())

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
const parametersOf = (path: string) =>
  Object.values(document.paths[path] ?? {}).flatMap((each) => each.parameters ?? [])

/** Whether some segment of an address can be this part of a path: a word is no number. */
function accepts(path: string, part: string, word: string): boolean {
  const [name] = namesIn(part)
  const types = parametersOf(path)
    .filter((each) => each.in === 'path' && each.name === name)
    .map(({ schema }) => schema?.type)
  return !types.includes('integer') || /^\d+$/.test(word)
}

/** Two paths that one address can mean, and of which neither is the more exact. */
function ambiguous(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')]
  if (one === other || a.length !== b.length || namesIn(one).length !== namesIn(other).length) return false
  return a.every((part, at) => {
    const against = b[at] ?? ''
    const [variable, otherVariable] = [part.startsWith('{'), against.startsWith('{')]
    if (variable && otherVariable) return true
    if (variable) return accepts(one, part, against)
    return otherVariable ? accepts(other, against, part) : part === against
  })
}

/** Faults of schemas at any depth: what is required and not there, and values of another type. */
function schemaFaults(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, enum: values, required, properties } = node as Schema
  const own: string[] = []
  if (Array.isArray(required) && properties)
    own.push(...required.filter((name) => !(name in properties)).map((name) => `${at}: ${name} is required only`))
  if (Array.isArray(values) && type === 'string' && values.some((value) => typeof value !== 'string'))
    own.push(`${at}: a value of another type`)
  return [...own, ...Object.entries(node).flatMap(([key, value]) => schemaFaults(value, `${at}/${key}`))]
}

test('CL-12 the OpenAPI document has no gap by the recommended rules for such documents', () => {
  const gaps: string[] = []
  const expectIn = (rule: string, name: string, holds: unknown) => holds || gaps.push(`${rule}: ${name}`)
  const ids = operations.map(({ operation }) => operation.operationId)
  for (const { name, path, operation } of operations) {
    const { operationId = '', parameters = [], responses } = operation
    const statuses = Object.keys(responses)
    const keys = parameters.map((each) => `${each.in} ${each.name}`)
    const inPath = parameters.filter((each) => each.in === 'path').map((each) => each.name)
    expectIn('operationId', name, /^\w+$/.test(operationId) && ids.filter((id) => id === operationId).length === 1)
    expectIn('summary', name, operation.summary)
    expectIn(
      '2xx',
      name,
      statuses.some((status) => /^2\d\d$/.test(status)),
    )
    expectIn(
      '4xx',
      name,
      statuses.some((status) => /^4\d\d$/.test(status)),
    )
    expectIn(
      'descriptions',
      name,
      Object.values(responses).every(({ description }) => description),
    )
    expectIn('parameters are unique', name, new Set(keys).size === keys.length)
    expectIn('parameters of the path', name, inPath.toSorted().join() === namesIn(path).toSorted().join())
    expectIn(
      'security',
      name,
      operation.security?.every((each) => Object.keys(each).every(isScheme)),
    )
    expectIn('path', name, /^(\/[\w{}-]+)+$/.test(path))
  }
  const paths = Object.keys(document.paths)
  for (const one of paths)
    for (const other of paths) if (one < other) expectIn('ambiguous', `${one} ${other}`, !ambiguous(one, other))
  const text = JSON.stringify(document)
  const refs = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
  expectIn('references', [...refs].join(), [...refs].sort().join() === Object.keys(document.components.schemas).join())
  expectIn('license', 'info', document.info.license?.identifier)
  expectIn('servers', 'servers', document.servers.length > 0)
  gaps.push(...schemaFaults(document.paths, ''))
  expect(gaps).toEqual([])
  expect(operations.length).toBe(Object.keys(routes).length)
})

const isScheme = (name: string) => name in document.components.securitySchemes

test('CL-12 a call names the codes that its contract implies, and the header of the captcha where it reads it', () => {
  const codesOf = (operation: Operation, status: string) =>
    operation.responses[status]?.content?.['application/json']?.schema.allOf[1]?.properties?.code?.enum ?? []
  for (const [key, spec] of Object.entries(routes) as [string, RouteSpec][]) {
    const name = key.replace(/:(\w+)/g, '{$1}')
    const operation = operations.find((each) => each.name === name)?.operation as Operation
    expect(codesOf(operation, '400'), key).toContain('invalid_request')
    expect(codesOf(operation, '401').includes('unauthorized'), key).toBe(spec.access !== 'public')
    expect(codesOf(operation, '403').includes('no_access'), key).toBe(!['public', 'participant'].includes(spec.access))
    expect(codesOf(operation, '429').includes('too_many_requests'), key).toBe(spec.limit !== undefined)
    const headers = (operation.parameters ?? []).filter((each) => each.in === 'header').map((each) => each.name)
    expect(headers, key).toEqual(spec.captcha ? ['X-Captcha-Token'] : [])
  }
})
