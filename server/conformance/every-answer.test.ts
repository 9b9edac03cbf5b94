import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollPath } from '#server/messages/notifications/answer-poll.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { patience } from '#server/testing/patience.ts'
import { rawCall, rawConnection } from '#server/testing/raw-connection.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const production = {
  NODE_ENV: 'production',
  MAIL: 'off',
  PUBLIC_URL: 'https://portal.example',
  TOKEN_SECRET: 't'.repeat(32),
  DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATA_PEPPER: 'p'.repeat(32),
}
let webDirectory: string
let app: TestApp
let token: string
beforeAll(async () => {
  webDirectory = join(mkdtempSync(join(tmpdir(), 'every-answer-')), 'web')
  mkdirSync(join(webDirectory, 'assets'), { recursive: true })
  mkdirSync(join(webDirectory, '.vite'))
  writeFileSync(join(webDirectory, 'index.html'), '<!doctype html><title>Портал</title>')
  writeFileSync(join(webDirectory, 'assets/app.js'), '1')
  writeFileSync(join(webDirectory, '.vite/manifest.json'), '{}')
  app = await testApp({ env: production, webDirectory, remembers: true })
  token = (await sessionOf(app, await anAccount(app))).token
})
afterAll(async () => {
  await app.close()
  rmSync(join(webDirectory, '..'), { recursive: true, force: true })
})

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: portal.example\r\n${more}\r\n`

test('R-48 every answer has the security headers, including HSTS: of a route, the router, the server or its parser', async () => {
  const cases: [string, number][] = [
    [get('/health'), 200],
    [get('/robots.txt'), 200],
    [get('/.well-known/security.txt'), 200],
    [get('/assets/app.js'), 200],
    [get('/assets/nothing.js'), 404],
    [get('/nothing.php'), 404],
    [get('/view/64x-nothing'), 404],
    [get('/nothing/icon.svg'), 404],
    [get('/api/v3/competitions'), 200],
    [get('/api/v3/nothing'), 404],
    [get('/api/v3/user/profile'), 401],
    [get(`/api/v3/dictionaries/${'a'.repeat(300)}`), 404],
    [get(pollPath, `X-Token: ${token}\r\n`), 200],
    ['POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n', 404],
    [
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
      400,
    ],
    [
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n',
      413,
    ],
    [
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    [get('/health', 'Expect: cake\r\n'), 400],
    ['not a request\r\n\r\n', 400],
    ['GET /health HTTP/9.9\r\nHost: a\r\n\r\n', 400],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    [get('/health', `X-Long: ${'a'.repeat(20_000)}\r\n`), 431],
    // Incomplete: the server stops waiting.
    ['GET /health HTTP/1.1\r\nHost: a\r\n', 408],
  ]
  // The first poll is answered by the router and cached, the second from the cache.
  for (const round of [1, 2]) {
    const { status, headers } = await rawCall(app.url, get(pollPath, `X-Token: ${token}\r\n`))
    expect([round, status, headers['strict-transport-security']]).toEqual([
      round,
      200,
      'max-age=31536000; includeSubDomains',
    ])
  }
  const seen = await Promise.all(cases.map(([bytes]) => rawCall(app.url, bytes)))
  expect(
    seen.map(({ status, headers }, at) => [
      cases[at]?.[0].slice(0, 60),
      status,
      headers['x-content-type-options'],
      headers['strict-transport-security'],
    ]),
  ).toEqual(
    cases.map(([bytes, status]) => [bytes.slice(0, 60), status, 'nosniff', 'max-age=31536000; includeSubDomains']),
  )
  const refused = seen.filter(({ status, headers }) => status >= 400 && headers['content-type']?.includes('json'))
  expect(refused.length).toBeGreaterThan(10)
  // With our own body, not with the text of a library.
  for (const { text } of refused)
    expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(['code', 'message']))
})

test(
  'R-39 two hosts, none, and a request without a version are refused before any route reads them',
  async () => {
    const doubtful = [
      'GET /health HTTP/1.1\r\nHost: portal.example\r\nHost: evil.example\r\n\r\n',
      'GET /health HTTP/1.1\r\nhost: a\r\nX-A: b\r\nHOST: a\r\n\r\n',
      'GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n',
      `GET ${pollPath} HTTP/1.1\r\nHost: a\r\nHost: b\r\nX-Token: ${token}\r\n\r\n`,
      'GET /health HTTP/1.1\r\n\r\n',
      'GET /health\r\n\r\n',
      'GET /health\r\nHost: a\r\n\r\n',
      'GET /health HTTP/0.9\r\nHost: a\r\n\r\n',
    ]
    for (const bytes of doubtful) {
      const { socket, answer, closed } = rawConnection(app.url, bytes)
      expect([bytes, (await answer).status]).toEqual([bytes, 400])
      socket.end()
      await closed
    }
    // A balancer's health check names no host.
    expect((await rawCall(app.url, 'GET /health HTTP/1.0\r\n\r\n')).status).toBe(200)
  },
  patience * 3,
)

test('R-52 in production the API is not documented unless the settings enable it', async () => {
  const pages = ['/api/v3/docs', '/api/v3/openapi.json', '/api/v3/docs.css']
  const statuses = async ({ fetch }: TestApp) => Promise.all(pages.map(async (path) => (await fetch(path)).status))
  expect(await statuses(app)).toEqual([404, 404, 404])
  const open = await testApp({ env: { ...production, API_DOCS: '1' } })
  expect(await statuses(open)).toEqual([200, 200, 200])
  await open.close()
})
