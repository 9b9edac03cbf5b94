import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FileDisk } from '#server/platform/files/disk.ts'
import type { RefusalCode } from '#shared/platform/api/refusals.ts'
import type { FileScan } from '#shared/platform/files/limits.ts'
import { sendFile, sendNameless } from './send-file.ts'

const bytes = Buffer.from('0123456789')
const held = new Map<string, Buffer>([['aa', bytes]])
const stream = (from: Buffer) => Readable.from([from])
const disk = {
  open: async (name: string) => {
    const found = held.get(name)
    return found === undefined ? null : { stream: stream(found), size: found.length }
  },
  openRange: async (name: string, start: number, end: number) => {
    const found = held.get(name)
    return found === undefined ? null : stream(found.subarray(start, end + 1))
  },
  sizeOf: async (name: string) => held.get(name)?.length ?? null,
} as unknown as FileDisk

const app = fastify()
interface Asked {
  id: string
  type: string
  scan: FileScan
  how: 'file' | 'nameless'
}
app.get<{ Querystring: Asked }>('/', async ({ query: { how, ...file } }, reply) => {
  const sent = { ...file, name: 'план.txt', nameless: 'own' as const }
  const services = { disk, db: undefined as never }
  const sending = how === 'file' ? sendFile(reply, disk, sent) : sendNameless(reply, services, sent)
  await sending.catch((fault: { code: RefusalCode; retryAfter?: number }) =>
    reply.code(400).send({ code: fault.code, retryAfter: fault.retryAfter }),
  )
  return reply
})
beforeAll(async () => {
  await app.ready()
})
afterAll(() => app.close())

const ask = async (asked: Partial<Asked>, headers: Record<string, string> = {}) => {
  const query = { id: 'aa', type: 'text/plain', scan: 'clean', how: 'file', ...asked }
  const answer = await app.inject({ url: `/?${new URLSearchParams(query)}`, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.payload }
}
const refused = async (asked: Partial<Asked>, headers?: Record<string, string>) =>
  JSON.parse((await ask(asked, headers)).text) as object

test('a file is sent whole or in part, both times with the ETag by which a broken download continues', async () => {
  const whole = await ask({})
  expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, '0123456789', '10'])
  expect(whole.headers).toMatchObject({ etag: '"aa"', 'accept-ranges': 'bytes' })
  expect(whole.headers['content-range']).toBeUndefined()
  const part = await ask({}, { range: 'bytes=2-5' })
  expect([part.status, part.text, part.headers['content-length']]).toEqual([206, '2345', '4'])
  expect(part.headers).toMatchObject({ etag: '"aa"', 'content-range': 'bytes 2-5/10' })
  expect(await refused({}, { range: 'bytes=10-' })).toEqual({ code: 'file_range' })
})

test('a file whose bytes are missing, or are removed during the request, is not found', async () => {
  expect(await refused({ id: 'cc' })).toEqual({ code: 'not_found' })
  expect(await refused({ id: 'cc', how: 'nameless', type: 'image/png' })).toEqual({ code: 'not_found' })
  const going = vi.spyOn(disk, 'sizeOf').mockResolvedValue(10)
  expect(await refused({ id: 'cc' })).toEqual({ code: 'not_found' })
  expect(await refused({ id: 'cc' }, { range: 'bytes=1-2' })).toEqual({ code: 'not_found' })
  going.mockRestore()
})

test('R-45 a file that is not scanned yet is refused with a retry in ten seconds, and an infected one is sent to nobody', async () => {
  for (const how of ['file', 'nameless'] as const)
    for (const type of ['text/plain', 'image/png']) {
      const waiting = await refused({ scan: 'waiting', how, type })
      expect([how, type, waiting]).toEqual([how, type, { code: 'file_in_quarantine', retryAfter: 10 }])
      expect(await refused({ scan: 'infected', how, type })).toEqual({ code: 'file_infected' })
    }
})

test('a file that names nobody is sent as usual to a reader who must not know the author, also in parts', async () => {
  expect((await ask({ how: 'nameless' })).text).toBe('0123456789')
  expect((await ask({ how: 'nameless' }, { range: 'bytes=2-5' })).text).toBe('2345')
})
