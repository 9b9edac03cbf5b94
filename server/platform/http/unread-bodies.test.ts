import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawConnection } from '#server/testing/raw-connection.ts'
import { closeUnreadBodies } from './unread-bodies.ts'

const maxBytes = 1024 * 1024

async function anApp(maxMs: number) {
  const app = Fastify()
  closeUnreadBodies(app, { maxBytes, maxMs })
  app.addHook('onRequest', async ({ url }, reply) => (url === '/closed' ? reply.code(401).send('no') : undefined))
  app.post('/closed', async () => 'ok')
  app.post('/open', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}
const urlOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
let patient: FastifyInstance
let strict: FastifyInstance
beforeAll(async () => {
  patient = await anApp(600_000)
  strict = await anApp(300)
})
afterAll(() => Promise.all([patient.close(), strict.close()]))

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

test('R-67 a refused call is answered before its body has come, and a sender that continues is cut off', async () => {
  const { socket, answer, closed } = rawConnection(urlOf(patient), head('/closed', 10 ** 12))
  const { status, headers } = await answer
  expect([status, headers.connection]).toEqual([401, 'close'])
  const piece = Buffer.alloc(64 * 1024)
  const keepSending = () => {
    while (socket.writable && socket.write(piece));
  }
  socket.on('drain', keepSending)
  keepSending()
  await closed
  expect(socket.bytesWritten).toBeGreaterThan(maxBytes)
})

/** How many connections the server still holds. */
const held = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((_fault, count) => resolve(count)))

test('R-67 a refused call whose sender falls silent is cut off as well', async () => {
  const { socket, answer } = rawConnection(urlOf(strict), head('/closed', 100), '{')
  expect((await answer).status).toBe(401)
  await expect.poll(() => held(strict)).toBe(0)
  socket.destroy()
})

test('R-67 a browser, which sends its whole file before it reads, gets the answer', async () => {
  const bytes = Buffer.alloc(maxBytes - 1000, 'a')
  const { socket, answer } = rawConnection(urlOf(patient))
  socket.pause()
  socket.write(head('/closed', bytes.length))
  await new Promise((resolve) => socket.write(bytes, resolve))
  socket.resume()
  expect(await answer).toMatchObject({ status: 401, text: 'no' })
  await expect.poll(() => held(patient)).toBe(0)
  socket.destroy()
})

test('a call whose body was read keeps its connection', async () => {
  const { socket, answer } = rawConnection(urlOf(strict), head('/open', 2), '{}')
  expect((await answer).headers.connection).toBe('keep-alive')
  socket.destroy()
})
