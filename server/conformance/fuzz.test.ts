import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { loadDictionaries } from '#server/dictionaries/load-dictionaries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { random, valueFor } from './hostile-values.ts'
import { loggedIn } from './logged-in.ts'

interface Operation {
  parameters?: { name: string; in: string; schema?: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
}

/** `FUZZ_REQUESTS=100000 npx vitest run server/conformance/fuzz` makes more requests; `FUZZ_SEED` repeats a run. */
const wanted = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)

const isJson = (text = '') => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await loadDictionaries(app.db)
  await loadDemo(app.services)
}, 60_000)
afterAll(() => app.close())

test(
  `R-32 R-33 no request generated from the OpenAPI document gets a 5xx or internal details (seed ${seed})`,
  async () => {
    const next = random(seed)
    const document = (await (await app.fetch('/api/v3/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    expect(operations.length).toBeGreaterThan(25)
    let token = await loggedIn(app, 'finalist@demo.test')
    const statuses = new Map<number, number>()
    const bad: string[] = []
    let slowest = { ms: 0, of: '' }
    let sent = 0

    const one = async () => {
      const { path, method, operation } = operations[
        Math.floor(next() * operations.length)
      ] as (typeof operations)[number]
      // Calls that end the session are made without a token, otherwise all later calls would be answered with 401.
      const withToken = next() < 0.7 && !/revoke-sessions|logout|second-factor/.test(path)
      const text = (schema?: object) => {
        const value = valueFor(schema, next)
        return encodeURIComponent(
          (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 300),
        )
      }
      const address = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
        text(operation.parameters?.find((p) => p.in === 'path' && p.name === name)?.schema),
      )
      const search = (operation.parameters ?? [])
        .filter((p) => p.in === 'query' && next() < 0.8)
        .map((p) => `${p.name}=${text(p.schema)}`)
        .join('&')
      const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
      const whole = schema ? JSON.stringify(valueFor(schema, next)) : undefined
      // Some bodies end in the middle.
      const cut = whole !== undefined && next() < 0.05
      const body = cut ? whole.slice(0, Math.floor(next() * whole.length)) : whole
      const started = performance.now()
      const response = await fetch(
        `${app.url}${path.startsWith('/api') ? '' : '/api/v3'}${address || '/'}${search ? `?${search}` : ''}`,
        {
          method: method.toUpperCase(),
          redirect: 'manual',
          headers: {
            'X-Forwarded-For': `10.${Math.floor(next() * 255)}.${Math.floor(next() * 255)}.${Math.floor(next() * 255)}`,
            ...(withToken ? { 'X-Token': token } : {}),
            ...(body === undefined ? {} : { 'Content-Type': next() < 0.97 ? 'application/json' : 'text/plain' }),
          },
          ...(body === undefined ? {} : { body }),
        },
      )
      const answer = await response.text()
      sent += 1
      if (cut && response.status < 400 && !isJson(body)) bad.push(`a cut body was taken: ${method} ${address} ${body}`)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const overloaded = response.status === 503 && /"overloaded"/.test(answer)
      if (
        (response.status >= 500 && !overloaded) ||
        /\bat .+\.ts:\d+|syntax error at|violates|\bpg_[a-z]{4}|Kysely/.test(answer)
      )
        bad.push(`${response.status} ${method} ${address}?${search} ${body?.slice(0, 300)} → ${answer.slice(0, 300)}`)
      if (response.status === 401 && withToken && sent % 50 === 0) token = await loggedIn(app, 'finalist@demo.test')
      const ms = performance.now() - started
      if (ms > slowest.ms) slowest = { ms, of: `${method.toUpperCase()} ${path}` }
    }

    const lane = async () => {
      while (sent < wanted && bad.length < 5) await one()
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    console.log(`seed ${seed}: ${sent} requests, the slowest in ${Math.round(slowest.ms)} ms: ${slowest.of}`)
    expect(bad).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(wanted)
    // A run in which access refuses every call would prove nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(wanted / 50)
  },
  600_000 + wanted * 30,
)

test('R-33 JSON with prototype pollution, 5,000 levels or unstorable values answers 400', async () => {
  const token = await loggedIn(app, 'finalist@demo.test')
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
