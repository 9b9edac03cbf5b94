import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsType } from '#server/platform/http/event-stream.ts'
import { silentStateService } from '#server/testing/a-state-service.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { refusalWording } from '#shared/platform/api/refusal-wording.ts'
import { refusals } from '#shared/platform/api/refusals.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: silentStateService })
})
afterAll(() => app.close())

test('CL-12 every route of the contract is in the served OpenAPI document, with its token, its input and its answers', async () => {
  type Parts = { properties?: object } | undefined
  interface Documented {
    servers?: { url: string }[]
    security?: unknown[]
    parameters?: { in: string; name: string }[]
    requestBody?: { content: Record<string, { schema: Parts }> }
    responses: Record<string, { content?: Record<string, { schema: Parts }> }>
  }
  const document = (await (await app.fetch('/api/v3/openapi.json')).json()) as {
    servers: { url: string }[]
    components: { securitySchemes: object }
    paths: Record<string, Record<string, Documented>>
  }
  const byAddress = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const [server] = operation.servers ?? document.servers
        return [`${method} ${server?.url.replace(/\/$/, '')}${path}`, operation]
      }),
    ),
  )
  expect(document.components.securitySchemes).toEqual({ token: { type: 'apiKey', in: 'header', name: 'X-Token' } })
  const namesOf = (parts: unknown) => Object.keys((parts as Parts)?.properties ?? {}).sort()
  for (const [key, spec] of Object.entries(routes) as [string, RouteSpec][]) {
    const [method = '', path = ''] = key.split(' ')
    const documented = byAddress.get(`${method.toLowerCase()} /api/v3${path.replace(/:(\w+)/g, '{$1}')}`)
    const inQuery = (documented?.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name)
    const { status = spec.response === null && !spec.download ? 204 : 200 } = spec
    const answered = documented?.responses[status]
    expect(documented?.security, key).toEqual(spec.access === 'public' ? [] : [{ token: [] }])
    expect(inQuery.sort(), key).toEqual(namesOf(spec.query))
    expect(namesOf(documented?.requestBody?.content['application/json']?.schema), key).toEqual(namesOf(spec.body))
    expect(answered, key).toBeDefined()
    const type = spec.events ? eventsType : 'application/json'
    expect(namesOf(answered?.content?.[type]?.schema), key).toEqual(namesOf(spec.response))
    const other = documented?.responses[202]?.content?.['application/json']?.schema
    expect(namesOf(other), key).toEqual(namesOf(spec.orResponds?.response))
    const bytes = answered?.content?.['application/octet-stream']?.schema
    expect(bytes, key).toEqual(
      spec.download ? expect.objectContaining({ type: 'string', format: 'binary' }) : undefined,
    )
    if (spec.upload) {
      const { content = {} } = documented?.requestBody ?? {}
      expect(
        Object.entries(content).map(([type, { schema }]) => [type, namesOf(schema)]),
        key,
      ).toEqual(
        spec.upload === 'pieces' ? [['application/offset+octet-stream', []]] : [['multipart/form-data', ['file']]],
      )
    }
  }
})

test('CL-12 every call in the document describes its refusals with their real schema', async () => {
  const document = (await (await app.fetch('/api/v3/openapi.json')).json()) as {
    components: { schemas: { Refusal: { properties: { code: { enum: string[] } } } } }
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }
  const codes = document.components.schemas.Refusal.properties.code.enum
  expect(codes.toSorted()).toEqual([...Object.keys(refusals), 'SERVER_UNAVAILABLE'].toSorted())
  for (const methods of Object.values(document.paths))
    for (const { responses } of Object.values(methods)) expect(responses).toHaveProperty('default')
})

test('an address with a broken percent sign gets our own answer', async () => {
  const answer = await app.fetch('/api/v3/nothing/%E0%A4%A')
  expect([answer.status, (await answer.json()).message]).toEqual([404, 'Страница не найдена'])
})

test('CL-12 the readable page of the API names every path and runs no script', async () => {
  const page = await app.fetch('/api/v3/docs')
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).not.toContain('<script')
  for (const key of Object.keys(routes)) expect(html).toContain((key.split(' ')[1] ?? '').replace(/:(\w+)/g, '{$1}'))
})

test('ER-04 every refusal has a status and a wording, and the quoted ones are verbatim', () => {
  expect(Object.keys(refusalWording).sort()).toEqual(Object.keys(refusals).sort())
  expect(refusalWording).toMatchObject({
    invalid_code: 'Неверный код',
    wrong_credentials: 'Неверное имя пользователя или пароль',
    sms_code_outdated: 'СМС код устарел. Запросите новый.',
    invalid_promocode: 'Неверный промокод',
    passwords_mismatch: 'Пароли не совпадают',
    no_access: 'Нет доступа',
    competition_not_found: 'Конкурс не найден',
    tracks_unavailable: 'Не удалось получить треки',
  })
})

test('R-51 no answer with personal data may be cached', async () => {
  for (const path of ['/api/v3/app/config', '/api/v3/user/profile', '/api/v3/no-such-path']) {
    const answer = await app.fetch(path)
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
  }
})

test('every refusal is JSON with a code and a message, also for unknown addresses', async () => {
  const answer = await app.fetch('/api/v3/no-such-path')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ code: 'not_found', message: 'Страница не найдена' })
  const broken = await app.fetch('/api/v3/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{',
  })
  expect([broken.status, ((await broken.json()) as { code: string }).code]).toEqual([400, 'invalid_request'])
  const foreign = await app.fetch('/api/v3/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv' },
    body: 'a',
  })
  expect([foreign.status, ((await foreign.json()) as { code: string }).code]).toEqual([415, 'unsupported_media_type'])
})

test('R-33 an infinite number is refused although it passes every comparison', async () => {
  const answer = await app.call('GET /competitions', { query: { limit: '1e309' as never } })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
})

test('R-52 security.txt is valid and not expired; hidden files are not there', async () => {
  const text = await (await app.fetch('/.well-known/security.txt')).text()
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? 0)
  expect(text).toMatch(/^Contact: mailto:/m)
  expect(expires.getTime()).toBeGreaterThan(app.clock.now().getTime())
  for (const path of ['/.git/config', '/.env', '/package.json', '/assets/app.js.map'])
    expect((await app.fetch(path)).status, path).toBe(404)
})

test('R-49 CORS allows no other origin', async () => {
  const answer = await app.fetch('/api/v3/app/config', { headers: { Origin: 'https://evil.example' } })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('R-23 a forged X-Forwarded-For gives no extra calls to a client that is not our proxy', async () => {
  const direct = await testApp({ env: { TRUST_PROXY: '' } })
  const statuses: number[] = []
  for (let i = 0; i < 40; i += 1)
    statuses.push(
      (
        await direct.call('POST /auth/login', {
          ip: `203.0.113.${i}`,
          body: { username: `n${i}@b.test`, password: 'x' },
        })
      ).status,
    )
  await direct.close()
  expect(statuses.filter((status) => status !== 429)).toHaveLength(30)
})

test('R-39 requests whose length can be read in two ways are answered with 400', async () => {
  const { hostname, port } = new URL(app.url)
  const shapes = [
    'POST /api/v3/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/v3/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
    'POST /api/v3/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  ]
  for (const shape of shapes) {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(shape))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
        socket.destroy()
      })
      socket.on('error', () => resolve(text))
      socket.on('close', () => resolve(text))
    })
    expect(answer.split('\r\n')[0], shape.slice(0, 90)).toMatch(/^HTTP\/1\.1 400/)
  }
})

test('R-81: /ready says when the disk of the data directory is full', async () => {
  const full = await testApp({ minFreeBytes: Number.MAX_SAFE_INTEGER })
  const ready = async ({ fetch }: TestApp) => {
    const answer = await fetch('/ready')
    return [answer.status, await answer.json()]
  }
  expect(await ready(full)).toEqual([503, { status: 'disk full' }])
  await full.close()
  expect(await ready(app)).toEqual([200, { status: 'ok' }])
})
