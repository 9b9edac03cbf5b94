import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRefusal } from '#server/platform/http/answer-refusal.ts'
import { type Gatekeeping, mountRoutes } from '#server/platform/http/mount.ts'
import { silentStateService } from '#server/testing/a-state-service.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { undocumented } from '#server/testing/undocumented-refusals.ts'
import { Refusal, refusals } from '#shared/platform/api/refusals.ts'
import { type RouteMap, type RouteSpec, route } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  anyOf?: Schema[]
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
  responses: Record<string, { description?: string; content?: Record<string, { schema: { allOf?: Schema[] } }> }>
}
interface Document {
  info: { license?: { name: string; identifier: string } }
  servers: { url: string }[]
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}

let app: TestApp
let served: string
let document: Document
let operations: { name: string; path: string; operation: Operation }[]
beforeAll(async () => {
  app = await testApp({ env: silentStateService })
  served = await (await app.fetch('/api/v3/openapi.json')).text()
  document = JSON.parse(served) as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ name: `${method.toUpperCase()} ${path.replace(/^\/api\/v3/, '')}`, path, operation },
    })),
  )
})
afterAll(() => app.close())

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
/** Whether one address matches both paths and neither has fewer variables: tools that ignore types mix them up. */
function ambiguous(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')]
  if (one === other || a.length !== b.length || namesIn(one).length !== namesIn(other).length) return false
  return a.every((part, at) => part === b[at] || [part, b[at]].some((each) => each?.startsWith('{')))
}

/** Faults of schemas at any depth: required properties that are missing, and values of another type. */
function schemaFaults(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, enum: values, required, properties, anyOf } = node as Schema
  const own: string[] = []
  if (anyOf?.length === 1) own.push(`${at}: a choice of one`)
  if (Array.isArray(required) && properties)
    own.push(...required.filter((name) => !(name in properties)).map((name) => `${at}: ${name} is required only`))
  if (Array.isArray(values) && type === 'string' && values.some((value) => typeof value !== 'string'))
    own.push(`${at}: a value of another type`)
  return [...own, ...Object.entries(node).flatMap(([key, value]) => schemaFaults(value, `${at}/${key}`))]
}

test('CL-12 the OpenAPI document has no gap by the recommended rules for OpenAPI documents', () => {
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

interface Lint {
  totals: { errors: number; warnings: number; ignored: number }
  problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
}

/** The linter's result for a document by all its recommended rules; it runs as a process, without network. */
async function lintOf(text: string): Promise<Lint> {
  const directory = mkdtempSync(join(tmpdir(), 'described-api-'))
  try {
    writeFileSync(join(directory, 'openapi.json'), text)
    const program = resolve('node_modules/@redocly/cli/bin/cli.js')
    const args = [program, 'lint', 'openapi.json', '--extends=recommended-strict', '--format=json']
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    // It exits with an error when it finds something, but prints its result in any case.
    const said = await new Promise<string>((done) =>
      execFile(process.execPath, args, { cwd: directory, env, maxBuffer: 10_000_000 }, (_error, stdout) =>
        done(stdout),
      ),
    )
    return JSON.parse(said) as Lint
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

test('CL-12 a linter of OpenAPI documents finds nothing by its recommended rules, and reports a gap that was made on purpose', async () => {
  const [[path = '', methods = {}] = []] = Object.entries(document.paths)
  const [[method = '', operation] = []] = Object.entries(methods)
  const nameless = { ...document, paths: { [path]: { [method]: { ...operation, operationId: undefined } } } }
  const [whole, broken] = await Promise.all([lintOf(served), lintOf(JSON.stringify(nameless))])
  expect(whole.problems).toEqual([])
  expect(whole.totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  expect(broken.problems.map(({ ruleId }) => ruleId)).toContain('operation-operationId')
})

const isScheme = (name: string) => name in document.components.securitySchemes

const codesOf = (operation: Operation, status: number) =>
  operation.responses[status]?.content?.['application/json']?.schema.allOf?.[1]?.properties?.code?.enum ?? []

const operationOf = (key: string) =>
  operations.find((each) => each.name === key.replace(/:(\w+)/g, '{$1}'))?.operation as Operation

test('CL-12 a call names the codes that its contract implies, and the header of the captcha where it reads it', () => {
  for (const [key, spec] of Object.entries(routes) as [string, RouteSpec][]) {
    const operation = operationOf(key)
    expect(codesOf(operation, 400), key).toContain('invalid_request')
    expect(codesOf(operation, 401).includes('unauthorized'), key).toBe(spec.access !== 'public')
    expect(codesOf(operation, 403).includes('no_access'), key).toBe(
      !['public', 'participant'].includes(spec.access) || (spec.refuses?.includes('no_access') ?? false),
    )
    expect(codesOf(operation, 429).includes('too_many_requests'), key).toBe(
      // Some handlers count by themselves what a person guesses or sends.
      spec.limit !== undefined || spec.refuses?.includes('too_many_requests') === true,
    )
    const headers = (operation.parameters ?? []).filter((each) => each.in === 'header').map((each) => each.name)
    expect(headers, key).toEqual(spec.captcha ? ['X-Captcha-Token'] : [])
  }
})

test('CL-12 a call lists each of its refusals under its status: 404, 409, 410 and 422 are not hidden under “default”', () => {
  for (const [key, { refuses = [] }] of Object.entries(routes) as [string, RouteSpec][])
    for (const code of refuses) expect(codesOf(operationOf(key), refusals[code]), `${key} ${code}`).toContain(code)
  const form = operationOf('PUT /user/forms/:competition/:form')
  expect([404, 409, 422].map((status) => codesOf(form, status))).toEqual([
    ['stage_not_found'],
    ['stage_closed', 'form_version_outdated', 'topic_full'],
    ['form_invalid', 'idempotency_mismatch'],
  ])
})

test('CL-12 every refusal of the portal is listed by a call that can answer it', () => {
  const ofNoCall = {
    'before a route is known': ['method_not_allowed', 'headers_too_large'],
    'faults of ours, which can meet every call': ['server_error', 'overloaded', 'storage_unavailable'],
    'what takes longer than a statement may': ['too_many_at_once', 'being_counted'],
    'what is wrong with a field, in a refusal that is about the form': [
      ...['passport_incorrect', 'snils_incorrect', 'job_end_before_start'],
    ],
  }
  const named = new Set(
    operations.flatMap(({ operation }) =>
      Object.keys(operation.responses).flatMap((status) => codesOf(operation, Number(status))),
    ),
  )
  expect(Object.keys(refusals).filter((code) => !named.has(code))).toEqual(
    Object.keys(refusals).filter((code) => Object.values(ofNoCall).flat().includes(code)),
  )
})

test('CL-12 a refusal that the contract of its route does not name is detected, so the lists of codes are complete', async () => {
  const own = Fastify()
  own.decorateRequest('caller', null)
  const thrown: RouteMap = {
    'GET /named': route({ access: 'public', summary: '', refuses: ['not_found'], response: null }),
    'GET /unnamed': route({ access: 'public', summary: '', response: null }),
  }
  const handler = () => Promise.reject(new Refusal('not_found'))
  own.setErrorHandler(answerRefusal)
  mountRoutes(own, thrown, { 'GET /named': handler, 'GET /unnamed': handler }, null, {
    ...({ now: () => new Date() } as Gatekeeping),
  })
  for (const url of ['/named', '/unnamed']) expect((await own.inject(url)).statusCode).toBe(404)
  expect(undocumented.splice(0)).toEqual(['GET /unnamed: 404 not_found'])
})
