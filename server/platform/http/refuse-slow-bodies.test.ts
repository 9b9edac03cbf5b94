import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawConnection } from '#server/testing/raw-connection.ts'
import { refuseSlowBodies } from './refuse-slow-bodies.ts'

const maxMs = 300
async function anApp(maxMs: number, periodMs = 600_000) {
  const app = Fastify()
  refuseSlowBodies(app, { headers: {}, maxMs, periodMs })
  app.post('/write', async ({ body }) => body)
  app.post('/file', { config: { upload: true } }, async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}
let strict: FastifyInstance
/** Long enough for a busy machine. */
let patient: FastifyInstance
beforeAll(async () => {
  strict = await anApp(maxMs)
  patient = await anApp(10_000)
})
afterAll(() => Promise.all([strict.close(), patient.close()]))

const body = '{"a":1}'

/** Sends all but the last byte of a body, waits, sends the rest and returns the status line of the answer. */
function send(
  app: FastifyInstance,
  path: string,
  pause: (answered: Promise<unknown>) => Promise<unknown>,
): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const text = new Promise<string>((resolve) => {
    let all = ''
    socket.on('data', (chunk) => {
      all += chunk
      if (all.includes('\r\n\r\n')) resolve(all.split('\r\n')[0] ?? '')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(all.split('\r\n')[0] ?? ''))
  })
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, -1))
  void pause(text).then(() => socket.writable && socket.write(body.slice(-1)))
  return text.finally(() => socket.destroy())
}

test('a call whose body does not arrive is ended, also on an unknown path', async () => {
  for (const path of ['/write', '/nowhere'])
    expect(await send(strict, path, (answered) => answered)).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await send(strict, '/write', (answered) => answered)).toBe('HTTP/1.1 408 Request Timeout')
})

test('a complete body is answered, and a file may take longer', async () => {
  expect(await send(patient, '/write', async () => {})).toBe('HTTP/1.1 200 OK')
  expect(await send(strict, '/file', () => delay(maxMs * 3))).toBe('HTTP/1.1 200 OK')
})

test('R-67 an upload that stops moving is refused and its connection closed, even if the sender keeps it open', async () => {
  const app = await anApp(600_000, maxMs)
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const head = 'POST /file HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n'
  const { socket, answer } = rawConnection(url, head, '[')
  const { status, headers, text } = await answer
  expect([status, headers.connection, JSON.parse(text).code]).toEqual([408, 'close', 'request_timeout'])
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_fault, count) => resolve(count))))
    .toBe(0)
  socket.destroy()
  await app.close()
})
