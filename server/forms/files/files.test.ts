import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { fileMaxBytes } from '#shared/platform/files/limits.ts'

let app: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await testApp()
  for (const name of ['owner', 'stranger', 'camera', 'phone'])
    tokens[name] = (await sessionOf(app, await anAccount(app))).token
})
afterAll(() => app.close())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1a3fd4' } })

/** A black square with one bit per pixel. With a side of 20,000: 50 MB decoded, about 50 kB sent. */
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

const refusalOf = async (bytes: Uint8Array, name = 'фото.jpg') => {
  const { status, body } = await upload(bytes, name, 'image', 'camera')
  return { status, code: body.code, message: body.message }
}

test('VL-11 R-40 a picture is checked by its bytes, and each fault has its own code and message', async () => {
  const good = await picture(600, 600).jpeg().toBuffer()
  const noise = await sharp({
    create: {
      width: 1900,
      height: 1900,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', sigma: 90, mean: 128 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const frames = await Promise.all(
    Array.from({ length: 12 }, (_frame, number) =>
      sharp({ create: { width: 600, height: 600, channels: 3, background: { r: number * 20, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  const formats = 'Файлы такого вида не принимаются. Подойдут: jpg, jpeg, png, gif'
  const large = 'Изображение слишком большое: не больше 50 мегапикселей и 16000 пикселей по стороне'
  const small = 'Изображение слишком маленькое: нужно не меньше 500×500 пикселей'
  const broken = 'Изображение повреждено. Выберите другой файл'
  const cases: [string, Uint8Array, number, string, string][] = [
    [
      'svg под видом jpg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'file_type_unsupported',
      formats,
    ],
    ['webp под видом jpg', await picture(600, 600).webp().toBuffer(), 415, 'file_type_unsupported', formats],
    ['программа', Buffer.from('MZ это программа'), 415, 'file_type_unsupported', formats],
    ['страница', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'file_type_unsupported', formats],
    ['20 000 пикселей в ширину', await picture(20_000, 600).png().toBuffer(), 422, 'image_too_large', large],
    ['60 мегапикселей', emptyPng(7800), 422, 'image_too_large', large],
    [
      '12 кадров',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      422,
      'image_animated',
      'Анимация не подойдёт. Выберите неподвижное изображение',
    ],
    ['оборвана в начале', good.subarray(0, 200), 422, 'image_corrupted', broken],
    ['оборвана в конце', good.subarray(0, good.length - 300), 422, 'image_corrupted', broken],
    ['только подпись', Buffer.from('89504e470d0a1a0a', 'hex'), 422, 'image_corrupted', broken],
    ['пустая', new Uint8Array(), 422, 'file_empty', 'Файл пустой. Выберите другой'],
    ['больше 10 МБ', noise, 413, 'file_too_big', 'Файл слишком большой: не больше 10 МБ'],
    ['499 в ширину', await picture(499, 600).png().toBuffer(), 422, 'image_too_small', small],
    ['499 в высоту', await picture(600, 499).jpeg().toBuffer(), 422, 'image_too_small', small],
  ]
  expect(noise.length).toBeGreaterThan(10 * 1024 * 1024)
  for (const [name, bytes, status, code, message] of cases)
    expect([name, await refusalOf(bytes)]).toEqual([name, { status, code, message }])
  for (const bytes of [good, await picture(500, 500).png().toBuffer(), await picture(500, 700).gif().toBuffer()])
    expect((await upload(bytes, 'фото.jpg', 'image')).status).toBe(201)
})

test('BR-01 photos at which decoders only warn are accepted', async () => {
  const good = await picture(600, 600).jpeg().toBuffer()
  const insert = (marker: string, bytes: Buffer) => {
    const at = good.indexOf(Buffer.from(marker, 'hex'))
    return Buffer.concat([good.subarray(0, at), bytes, good.subarray(at)])
  }
  const segment = (words: string) => {
    const said = Buffer.from(words, 'latin1')
    return Buffer.concat([Buffer.from([0xff, 0xe1, 0, said.length + 2]), said])
  }
  const png = await picture(600, 600).png().toBuffer()
  const kinds: [string, Uint8Array][] = [
    ['stray bytes between segments', insert('ffc0', Buffer.alloc(3))],
    [
      'a film after the picture, as «moving photos» have',
      Buffer.concat([good, Buffer.from('ftypmp42'), Buffer.alloc(5000)]),
    ],
    ['an Exif that nobody can read', insert('ffc0', segment('Exif\0\0MM\0*\0\0\xff\xff\xff\xff'))],
    ['bytes after the end of a png', Buffer.concat([png, Buffer.alloc(100, 7)])],
    ['a description that breaks off', insert('ffc0', segment('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta'))],
  ]
  for (const [what, bytes] of kinds) {
    expect([what, (await upload(bytes, 'фото.jpg', 'image', 'phone')).status]).toEqual([what, 201])
    expect([what, (await upload(bytes, 'фото.jpg', 'file', 'phone')).status]).toEqual([what, 201])
  }
})

test('BR-34 a PDF whose head does not stand in its first byte is a PDF', async () => {
  for (const before of ['\n', '\r\n', '\uFEFF']) {
    const bytes = Buffer.concat([Buffer.from(before), aPdf()])
    expect((await upload(bytes, 'план.pdf', 'file', 'phone')).status).toBe(201)
  }
})

test('a picture among documents may be small, but no larger than the portal decodes', async () => {
  const strip = async (width: number) => upload(await picture(width, 10).png().toBuffer(), 'план.png', 'file')
  expect((await strip(16_000)).status).toBe(201)
  const { status, body } = await strip(16_001)
  expect([status, body.code]).toEqual([422, 'image_too_large'])
})

test('R-40 a picture with any byte changed is accepted or refused, and never causes a server error', async () => {
  const sound = await picture(520, 520).jpeg().toBuffer()
  for (let number = 0; number < 40; number += 1) {
    const bent = Buffer.from(sound)
    const at = (number * 7919) % bent.length
    bent[at] = (bent[at] ?? 0) ^ (1 << (number % 8))
    expect((await upload(bent, 'фото.jpg', 'image')).status).toBeLessThan(500)
  }
})

test('R-41 a picture of 20,000 pixels a side is refused before it is unpacked', async () => {
  const bomb = emptyPng(20_000)
  expect(bomb.length).toBeLessThan(100_000)
  // Load the decoder before measuring the memory.
  await refusalOf(await picture(600, 600).png().toBuffer())
  await refusalOf(bomb)
  const before = process.memoryUsage().rss
  expect((await refusalOf(bomb, 'большая.png')).code).toBe('image_too_large')
  // Decoded, it would take 50 MB with one bit per pixel and 1,200 MB in colour.
  expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024)
})

test('R-42 the data that the camera wrote into the picture is removed', async () => {
  const tagged = await picture(600, 600)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'СЕКРЕТ' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .toBuffer()
  expect((await sharp(tagged).metadata()).exif).toBeDefined()
  const { body } = await upload(tagged, 'фото.jpg', 'image')
  const kept = await app.fetch(`/api/v3/user/files/${body.file_id}`, { headers: { 'X-Token': tokens.owner ?? '' } })
  expect((await sharp(Buffer.from(await kept.arrayBuffer())).metadata()).exif).toBeUndefined()
})

test('a photo is kept within 2400 pixels a side, a picture among documents in its own size', async () => {
  const sides = async (bytes: Uint8Array, purpose: 'file' | 'image') => {
    const { body } = await upload(bytes, 'фото.jpg', purpose)
    const kept = await app.fetch(`/api/v3/user/files/${body.file_id}`, { headers: { 'X-Token': tokens.owner ?? '' } })
    const { width, height } = await sharp(Buffer.from(await kept.arrayBuffer())).metadata()
    return [width, height]
  }
  const [wide, tall] = [await picture(3000, 1000).jpeg().toBuffer(), await picture(1000, 3000).jpeg().toBuffer()]
  expect([await sides(wide, 'image'), await sides(tall, 'image')]).toEqual([
    [2400, 800],
    [800, 2400],
  ])
  expect(await sides(await picture(600, 700).jpeg().toBuffer(), 'image')).toEqual([600, 700])
  expect(await sides(wide, 'file')).toEqual([3000, 1000])
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

const pdf = aPdf()

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

test('R-27 a file is deleted by its owner only', async () => {
  const { body } = await upload(pdf, 'а.pdf', 'file')
  const remove = async (token = '') =>
    (await app.call('DELETE /user/files/:file_id', { params: { file_id: body.file_id }, token })).status
  expect(await remove(tokens.stranger)).toBe(404)
  expect(await app.services.disk.open(body.file_id)).not.toBeNull()
  expect(await remove(tokens.owner)).toBe(204)
})

test('the result of the scan is shown for the requested files of the person, and not for files of others', async () => {
  const ids = []
  for (const who of ['owner', 'owner', 'owner', 'stranger'])
    ids.push((await upload(pdf, 'а.pdf', 'file', who)).body.file_id)
  const [first = '', second = '', , strange = ''] = ids
  const ask = async (asked: string[]) =>
    (await app.call('GET /user/files', { token: tokens.owner, query: { ids: asked.join(',') } })).body.files
  expect(await ask([first, second, strange])).toHaveLength(2)
  expect(await ask([first, second, strange])).toEqual(
    expect.arrayContaining([first, second].map((file_id) => ({ file_id, scan: 'clean' }))),
  )
  expect(await ask([strange])).toEqual([])
})

test('R-27 neither a portrait nor a recording is deleted as a file', async () => {
  const { body } = await upload(pdf, 'а.pdf', 'file')
  const remove = () =>
    app.call('DELETE /user/files/:file_id', { params: { file_id: body.file_id }, token: tokens.owner })
  for (const purpose of ['avatar', 'video', 'file'] as const) {
    await app.db.updateTable('files').set({ purpose }).where('id', '=', body.file_id).execute()
    expect([purpose, (await remove()).status]).toEqual([purpose, purpose === 'file' ? 204 : 404])
  }
})

test('a file that was handed in cannot be deleted, another file can', async () => {
  const { body } = await upload(pdf, 'а.pdf', 'file')
  const remove = () =>
    app.call('DELETE /user/files/:file_id', { params: { file_id: body.file_id }, token: tokens.owner })
  await app.db.updateTable('files').set({ handed_in: true }).where('id', '=', body.file_id).execute()
  expect((await remove()).status).toBe(404)
  await app.db.updateTable('files').set({ handed_in: false }).where('id', '=', body.file_id).execute()
  expect((await remove()).status).toBe(204)
  expect(await app.services.disk.open(body.file_id)).toBeNull()
  expect((await remove()).status).toBe(404)
})

test('a file of 20 MB is accepted, one byte more is refused with the limit in megabytes', async () => {
  const most = Buffer.concat([pdf, Buffer.alloc(fileMaxBytes - pdf.length)])
  expect((await upload(most, 'большой.pdf', 'file')).status).toBe(201)
  const answer = await upload(Buffer.concat([most, Buffer.alloc(1)]), 'большой.pdf', 'file')
  expect([answer.status, answer.body.code]).toEqual([413, 'file_too_big'])
  expect(answer.body.message).toContain('20 МБ')
})
