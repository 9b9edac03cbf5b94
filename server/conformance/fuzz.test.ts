import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartType } from '#server/testing/multipart.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { multipartFor, random, valueFor } from './hostile-values.ts'
import { logInDemo } from './log-in-demo.ts'
import { demoPortal, people, type Role, roles, wholeText } from './whole-call.ts'

interface Operation {
  /** Empty for routes without a login. */
  security?: unknown[]
  parameters?: { name: string; in: string; schema?: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
}

/**
 * `FUZZ_REQUESTS=100000 npx vitest run server/conformance/fuzz` makes more requests, `FUZZ_SEED` others. By default
 * every run makes the same requests, so that a failure is due to the change.
 */
const wanted = Number(process.env.FUZZ_REQUESTS ?? 8_000)
const seed = Number(process.env.FUZZ_SEED ?? 1)

const isJson = (text = '') => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

let app: TestApp
let tokens: Partial<Record<Role, string>>
beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
})
afterAll(() => app.close())

interface Sent {
  path: string
  init: RequestInit & { method: string; headers: Record<string, string> }
  whole: boolean
  role: Role
  /** Milliseconds until the answer, including waiting for other calls. */
  took: number
}

const uploads = new Set(
  (Object.entries(routes) as [string, RouteSpec][])
    .filter(([, { upload }]) => upload)
    .map(([key]) => key.replace(/:(\w+)/g, '{$1}')),
)
/** Calls that end a session are made without one; otherwise all later calls would be answered with 401. */
const endsSession = /revoke-sessions|logout|second-factor|erasure|password\/change/

/** Generates random calls. */
function generator(next: () => number, operations: { path: string; method: string; operation: Operation }[]) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const text = (schema?: object) => {
    const value = valueFor(schema, next)
    return encodeURIComponent(
      (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 300),
    )
  }
  return (): Omit<Sent, 'took'> => {
    const { path, method, operation } = pick(operations)
    // Half of the calls of public routes are anonymous, because there are few such routes and fewer accept random data.
    const isOpen = operation.security?.length === 0 && next() < 0.5
    const role = isOpen || endsSession.test(path) ? 'anonymous' : pick(roles)
    const address = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      text(operation.parameters?.find((p) => p.in === 'path' && p.name === name)?.schema),
    )
    const search = (operation.parameters ?? [])
      .filter((p) => p.in === 'query' && next() < 0.8)
      .map((p) => `${p.name}=${text(p.schema)}`)
      .join('&')
    const isUpload = uploads.has(`${method.toUpperCase()} ${path.replace(/^\/api\/v3/, '')}`)
    const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
    const json = schema ? Buffer.from(JSON.stringify(valueFor(schema, next))) : undefined
    const body = isUpload && next() < 0.9 ? multipartFor(next) : json
    const type = isUpload ? multipartType : 'application/json'
    // Some bodies are cut.
    const cut = body !== undefined && next() < 0.05
    const sent = cut ? body.subarray(0, Math.floor(next() * body.length)) : body
    return {
      path: `${path.startsWith('/api') ? '' : '/api/v3'}${address || '/'}${search ? `?${search}` : ''}`,
      role,
      whole: !cut || isJson(sent?.toString()),
      init: {
        method: method.toUpperCase(),
        redirect: 'manual',
        headers: {
          'X-Forwarded-For': `10.${Math.floor(next() * 255)}.${Math.floor(next() * 255)}.${Math.floor(next() * 255)}`,
          ...(sent === undefined ? {} : { 'Content-Type': next() < 0.97 ? type : 'text/plain' }),
        },
        ...(sent === undefined ? {} : { body: new Uint8Array(sent) }),
      },
    }
  }
}

async function answerTo({ path, init, role }: Pick<Sent, 'path' | 'init' | 'role'>) {
  const token = tokens[role]
  const headers = { ...init.headers, ...(token ? { 'X-Token': token } : {}) }
  // A call that is never answered fails by name instead of the whole test running out of time.
  const signal = AbortSignal.timeout(120_000)
  const response = await fetch(app.url + path, { ...init, headers, signal }).catch((error) => {
    throw new Error(`${init.method} ${path} as ${role}`, { cause: error })
  })
  return { status: response.status, text: await wholeText(response), token }
}

/**
 * The time until the answer to one call that is made alone, and the processor time of this process, which is also the
 * server, in milliseconds. The least of a few, because garbage collection or a background job may disturb one of them.
 */
async function timeOf(once: () => Promise<unknown>) {
  const times: { processor: number; whole: number }[] = []
  for (let round = 0; round < 3; round += 1) {
    const [before, began] = [process.cpuUsage(), performance.now()]
    await once()
    const { user, system } = process.cpuUsage(before)
    times.push({ processor: (user + system) / 1000, whole: performance.now() - began })
  }
  const least = (of: keyof (typeof times)[number]) => Math.min(...times.map((each) => each[of]))
  return { processor: least('processor'), whole: least('whole') }
}

test(
  `R-32 R-33 no request generated from the OpenAPI document, by any role, gets a 5xx, internal details or more processor time than a few logins (seed ${seed})`,
  async () => {
    const next = random(seed)
    const document = (await (await app.fetch('/api/v3/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    expect(operations.length).toBeGreaterThan(25)
    const generate = generator(next, operations)
    const taken = new Map<Role, number>()
    const bad: string[] = []
    /** The calls that took longest: a call that blocks the processor is among the calls that it delayed. */
    let slowest: Sent[] = []
    let sent = 0
    let multipart = 0

    const one = async () => {
      const call = generate()
      const started = performance.now()
      const { status, text, token } = await answerTo(call)
      slowest.push({ ...call, took: performance.now() - started })
      if (slowest.length > 500) slowest = longest(slowest)
      sent += 1
      if (call.init.headers['Content-Type'] === multipartType) multipart += 1
      const { method, body } = call.init
      const shown = `${method} ${call.path} as ${call.role} ${Buffer.from((body as Uint8Array) ?? '')
        .toString()
        .slice(0, 300)}`
      if (!call.whole && status < 400) bad.push(`a cut body was taken: ${shown}`)
      if (status === 200) taken.set(call.role, (taken.get(call.role) ?? 0) + 1)
      const overloaded = status === 503 && /"overloaded"/.test(text)
      // The settings name a state service that does not answer.
      const noStateService = status === 503 && /"state_service_unavailable"/.test(text)
      if (
        (status >= 500 && !overloaded && !noStateService) ||
        /\bat .+\.ts:\d+|syntax error at|violates|\bpg_[a-z]{4}|Kysely/.test(text)
      )
        bad.push(`${status} ${shown} → ${text.slice(0, 300)}`)
      if (status === 401 && token && token === tokens[call.role] && sent % 20 === 0 && call.role !== 'anonymous')
        tokens[call.role] = await logInDemo(app, people[call.role])
    }

    const lane = async () => {
      while (sent < wanted && bad.length < 5) await one()
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    expect(bad).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(wanted)
    expect(multipart).toBeGreaterThan(wanted / 500)
    // A run in which access refuses every call would prove nothing. Few routes accept the random data of anonymous
    // calls.
    for (const role of roles) expect(taken.get(role) ?? 0, role).toBeGreaterThan(wanted / 4000)

    // A login is expensive on purpose, mostly because of one hash, so it measures the present speed of this machine.
    const login = (await timeOf(() => logInDemo(app, people.participant))).processor
    const costs: { processor: number; whole: number; of: string }[] = []
    for (const call of longest(slowest))
      costs.push({ ...(await timeOf(() => answerTo(call))), of: `${call.init.method} ${call.path.slice(0, 200)}` })
    const most = (of: 'processor' | 'whole') => costs.reduce((one, other) => (other[of] > one[of] ? other : one))
    const [dearest, slow] = [most('processor'), most('whole')]
    console.log(
      `seed ${seed}: ${sent} requests, ${multipart} of them multipart; the dearest takes ${Math.round(dearest.processor)} ms of the processor, a login ${Math.round(login)} ms: ${dearest.of}; the slowest of the run took ${Math.round(longest(slowest)[0]?.took ?? 0)} ms among ${lanes}, and alone ${Math.round(slow.whole)} ms at most: ${slow.of}`,
    )
    expect(costs.filter(({ processor }) => processor > maxLogins * login)).toEqual([])
  },
  600_000 + wanted * 30,
)

/** Number of calls at the same time. */
const lanes = 8
/** The maximum cost of a call in logins. Quadratic time on the longest texts here would cost several times more. */
const maxLogins = 5
const longest = (calls: Sent[]) => calls.toSorted((one, other) => other.took - one.took).slice(0, 60)

test('R-33 JSON with prototype pollution, 5,000 levels or unstorable values answers 400', async () => {
  const token = await logInDemo(app, 'finalist@demo.test')
  const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`
  const drafts = [
    '{"data":{"__proto__":{"admin":true}}}',
    `{"data":{"a":${deep}}}`,
    '{"data":{"a":"\\u0000"}}',
    '{"data":{"a":"\\ud800"}}',
    '{"data":{"a":1e309}}',
    '{"data":',
    '[]',
    'null',
    '{"data":{},"user_id":1}',
  ]
  for (const body of drafts) {
    const answer = await app.fetch('/api/v3/user/forms/ru_season_5/questionnaire/draft', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Token': token },
      body,
    })
    expect(answer.status, body.slice(0, 60)).toBe(400)
    expect(((await answer.json()) as { code: string }).code, body.slice(0, 60)).toBe('invalid_request')
  }
})
