import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, loggedIn } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await testApp()
  for (const name of ['owner', 'stranger']) tokens[name] = (await loggedIn(app, await anAccount(app))).token
})
afterAll(() => app.close())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1a3fd4' } })

/** A black square of one bit a pixel: 50 MB unpacked, some 50 kB on the wire. */
function emptyPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function upload(bytes: Uint8Array, name: string, purpose: 'file' | 'image', who = 'owner') {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await app.fetch(`/api/v3/user/files?purpose=${purpose}`, {
    method: 'POST',
    headers: { 'X-Token': tokens[who] ?? '' },
    body: form,
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { code?: string; message?: string; file_id: string; type: string; name: string },
  }
}

test('VL-11 R-40 a picture is judged by its bytes: what lies, is small, cut off or empty gets its own message', async () => {
  const good = await picture(600, 600).jpeg().toBuffer()
  const cases: [string, Uint8Array, string][] = [
    ['меньше 500', await picture(499, 600).png().toBuffer(), 'image_too_small'],
    ['svg под видом jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file_type_unsupported'],
    ['webp', await picture(600, 600).webp().toBuffer(), 'file_type_unsupported'],
    ['оборвана', good.subarray(0, 200), 'image_corrupted'],
    ['пустая', new Uint8Array(), 'file_empty'],
    ['не картинка', Buffer.from('MZ это программа'), 'file_type_unsupported'],
  ]
  for (const [name, bytes, code] of cases) {
    const answer = await upload(bytes, 'фото.jpg', 'image')
    expect([name, answer.body.code]).toEqual([name, code])
    expect(answer.status).toBeLessThan(500)
  }
  for (const bytes of [good, await picture(500, 500).png().toBuffer(), await picture(500, 700).gif().toBuffer()])
    expect((await upload(bytes, 'фото.jpg', 'image')).status).toBe(201)
})

test('R-41 a picture of 20,000 pixels a side is refused before it is unpacked', async () => {
  const bomb = emptyPng(20_000)
  expect(bomb.length).toBeLessThan(100_000)
  const before = process.memoryUsage().rss
  const answer = await upload(bomb, 'большая.png', 'image')
  expect(answer.body.code).toBe('image_too_large')
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
}, 60_000)

test('R-42 what the camera wrote into the picture is gone', async () => {
  const tagged = await picture(600, 600)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'СЕКРЕТ' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .toBuffer()
  expect((await sharp(tagged).metadata()).exif).toBeDefined()
  const { body } = await upload(tagged, 'фото.jpg', 'image')
  const kept = await app.fetch(`/api/v3/user/files/${body.file_id}`, { headers: { 'X-Token': tokens.owner ?? '' } })
  expect((await sharp(Buffer.from(await kept.arrayBuffer())).metadata()).exif).toBeUndefined()
})

test('R-46 a document that claims to unpack into gigabytes is refused, not stored', async () => {
  const list = Buffer.alloc(46 + 19)
  list.writeUInt32LE(0x02014b50, 0)
  list.writeUInt32LE(4_000_000_000, 24)
  list.writeUInt16LE(19, 28)
  list.write('[Content_Types].xml', 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(4, 16)
  const bomb = Buffer.concat([Buffer.from('PK\u0003\u0004'), list, end])
  expect((await upload(bomb, 'резюме.docx', 'file')).body.code).toBe('archive_unsafe')
})

const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

test('R-44 CL-11 a file comes as a download that no browser opens in place, and only to its owner', async () => {
  const { body } = await upload(pdf, '../../etc/резюме «Ёлкиной».pdf', 'file')
  expect(body.name).toBe('резюме «Ёлкиной».pdf')
  const own = await app.fetch(`/api/v3/user/files/${body.file_id}`, { headers: { 'X-Token': tokens.owner ?? '' } })
  expect(own.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(own.headers.get('content-security-policy')).toBe('sandbox')
  expect(own.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await own.arrayBuffer())).toEqual(pdf)
  const strange = await app.fetch(`/api/v3/user/files/${body.file_id}`, {
    headers: { 'X-Token': tokens.stranger ?? '' },
  })
  expect(strange.status).toBe(404)
})

test('a file that was handed in is not deleted, one that was not is gone', async () => {
  const { body } = await upload(pdf, 'а.pdf', 'file')
  const remove = () =>
    app.call('DELETE /user/files/:file_id', { params: { file_id: body.file_id }, token: tokens.owner })
  await app.db.updateTable('files').set({ handed_in: true }).where('id', '=', body.file_id).execute()
  expect((await remove()).status).toBe(404)
  await app.db.updateTable('files').set({ handed_in: false }).where('id', '=', body.file_id).execute()
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
})

test('a file over the limit is refused with the limit in megabytes', async () => {
  const answer = await upload(Buffer.concat([pdf, Buffer.alloc(21 * 1024 * 1024)]), 'большой.pdf', 'file')
  expect([answer.status, answer.body.code]).toEqual([413, 'file_too_big'])
  expect(answer.body.message).toContain('20 МБ')
})
