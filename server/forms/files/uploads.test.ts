import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wordDocument } from '#server/platform/documents/word-document.ts'
import { portalLog } from '#server/platform/http/portal-log.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { multipartBody, multipartType, uploadHead } from '#server/testing/multipart.ts'
import { rawCall, rawConnection } from '#server/testing/raw-connection.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { zipOf } from '#server/testing/zip-of.ts'
import { fileLimits } from '#shared/forms/fields/file-limits.ts'
import type { RefusalBody } from '#shared/platform/api/refusals.ts'
import { documentFormats, fileMaxBytes, maxUploadsAtOnce } from '#shared/platform/files/limits.ts'

const logged: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { FILE_QUOTA_MB: '2' }, logger: portalLog(null, { write: (line) => logged.push(line) }) })
  mkdirSync(join(app.config.dataDir, 'files'))
})
afterAll(() => app.close())

const asFile = '/api/v3/user/files?purpose=file'
const asImage = '/api/v3/user/files?purpose=image'
const asAvatar = '/api/v3/user/profile/avatar'

type Answer = Partial<RefusalBody> & {
  file_id: string
  avatar: string
  url: string
  name: string
  type: string
  size: number
}

async function send(path: string, token: string, bytes: Uint8Array, name?: string) {
  const answer = await app.fetch(path, {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(bytes, name)),
  })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as Answer }
}

const bytesOf = async (path: string, token: string) =>
  Buffer.from(await (await app.fetch(path, { headers: { 'X-Token': token } })).arrayBuffer())

/** Everything on the disk, with or without a name. */
const onDisk = () =>
  readdirSync(join(app.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

const rowsInAll = async () => {
  const { rows } = await sql<{
    id: string
  }>`select id from files union all select id from faq_images order by id`.execute(app.db)
  return rows.map(({ id }) => id)
}

const halfMegabyte = aPdf({ bytes: 500 * 1024 })

async function anEditor() {
  const { code } = await aCompetition(app.db, {})
  const account = await anAccount(app, { isDemo: true })
  await app.db.insertInto('admin_flags').values({ account_id: account.id, flag: 'faq' }).execute()
  return { token: (await sessionOf(app, account)).token, code }
}

test('R-67 of 60 files sent at once by one person no more are stored than fit the quota, and each refusal says why', async () => {
  const person = await aPerson(app)
  const before = onDisk().length
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(asFile, person.token, halfMegabyte)))
  const stored = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  const full = { code: 'file_space_used', message: expect.stringMatching(/занято 2 МБ из 2 МБ/) }
  const busy = { code: 'uploads_at_once', retry_after: 5 }
  for (const { status, body, retryAfter } of refused)
    if (status === 413) expect(body).toMatchObject(full)
    else expect([status, retryAfter, body]).toEqual([429, '5', expect.objectContaining(busy)])
  const files = await app.db.selectFrom('files').select('size').where('account_id', '=', person.id).execute()
  expect(files).toHaveLength(stored.length)
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(2 * 1024 * 1024)
  // Beside each there is a copy without names.
  expect(onDisk()).toHaveLength(before + 2 * stored.length)
  // Another person has a quota of their own.
  expect((await send(asFile, (await aPerson(app)).token, halfMegabyte)).status).toBe(201)
})

test('R-67 with one byte left a file is still received and checked; with none left it is refused before it is received', async () => {
  const person = await aPerson(app)
  const quota = 2 * 1024 * 1024
  const rest = { account_id: person.id, purpose: 'file' as const, type: 'application/pdf', sha256: '' }
  const held = (id: string, size: number) => ({ ...rest, id: id.repeat(32), name: 'держу.pdf', size })
  await app.db
    .insertInto('files')
    .values(held('a', quota - 1))
    .execute()
  const foreign = Buffer.from('no kind of document')
  expect((await send(asFile, person.token, foreign)).body.code).toBe('file_type_unsupported')
  await app.db.insertInto('files').values(held('b', 1)).execute()
  expect((await send(asFile, person.token, foreign)).body.code).toBe('file_space_used')
  await app.db.deleteFrom('files').where('account_id', '=', person.id).execute()
})

test('R-67 the quota holds when all uploads that are received at once want the last space', async () => {
  const person = await aPerson(app)
  // A lock stops each of them just before it is stored; then all continue together.
  const sent = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', person.id).forUpdate().execute()
    const answers = Array.from({ length: maxUploadsAtOnce }, () => send(asFile, person.token, halfMegabyte))
    await untilWaiting(app.db, maxUploadsAtOnce)
    return answers
  })
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
  expect(statuses).toEqual([201, 201, 201, 201, 413, 413])
  // A picture counts as well, an avatar does not: the next one replaces it.
  const picture = await sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const files = onDisk()
  expect((await send(asImage, person.token, picture)).body.code).toBe('file_space_used')
  expect(onDisk()).toEqual(files)
  expect((await send(asAvatar, person.token, picture)).status).toBe(200)
})

test('R-67 the extension of a stored name is that of the file’s contents, not the one that was sent', async () => {
  const { token } = await aPerson(app)
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#1a3fd4' } })
    .jpeg()
    .toBuffer()
  const named = async (path: string, bytes: Uint8Array, name: string) =>
    (await send(path, token, bytes, name)).body.name
  expect(await named(asFile, aPdf(), 'заявление.hta')).toBe('заявление.pdf')
  expect(await named(asFile, aPdf(), 'ведомость.pdf.exe')).toBe('ведомость.pdf.pdf')
  expect(await named(asFile, aPdf(), '..\\..\\a\u202efdp.bat')).toBe('afdp.pdf')
  expect(await named(asFile, aPdf(), ' .htaccess')).toBe('файл.pdf')
  expect(await named(asFile, aPdf(), 'CV <b>|?*:.PDF')).toBe('CV b.pdf')
  expect([...(await named(asFile, aPdf(), `${'ы'.repeat(300)}.pdf`))].length).toBe(120)
  expect(await named(asFile, picture, 'скан.pdf')).toBe('скан.jpg')
  expect(await named(asImage, picture, 'я.svg')).toBe('я.webp')
})

test('R-67 a file without a name is accepted and gets a default name', async () => {
  const { token } = await aPerson(app)
  const named = multipartBody(aPdf(), 'x').toString('latin1')
  const answer = await app.fetch(asFile, {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: named.replace('; filename="x"', ''),
  })
  expect([answer.status, ((await answer.json()) as Answer).name]).toEqual([201, 'файл.pdf'])
})

test('R-67 every format that a file field offers is accepted by the server, and a field with another format offers none', async () => {
  const { token } = await aPerson(app)
  const office = (part: string, type: string) => {
    const xml = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`
    return zipOf([{ name: '[Content_Types].xml', packed: deflateRawSync(xml), size: xml.length }])
  }
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#1a3fd4' } })
  const samples: Record<(typeof documentFormats)[number], Uint8Array> = {
    pdf: aPdf(),
    docx: await wordDocument([]),
    xlsx: office('xl/workbook.xml', 'spreadsheetml.sheet'),
    pptx: office('ppt/presentation.xml', 'presentationml.presentation'),
    jpg: await picture.clone().jpeg().toBuffer(),
    jpeg: await picture.clone().jpeg().toBuffer(),
    png: await picture.clone().png().toBuffer(),
  }
  for (const format of fileLimits({ view: 'file' }).formats as typeof documentFormats) {
    const { status, body } = await send(asFile, token, samples[format], `файл.${format}`)
    expect([format, status, body.name]).toEqual([format, 201, `файл.${format === 'jpeg' ? 'jpg' : format}`])
  }
  const text = await send(asFile, token, Buffer.from('просто текст'), 'текст.txt')
  expect([text.status, text.body.message]).toEqual([
    415,
    `Файлы такого вида не принимаются. Подойдут: ${documentFormats.join(', ')}`,
  ])
  expect(fileLimits({ view: 'file', files: { formats: ['txt', 'pdf', 'exe'] } }).formats).toEqual(['pdf'])
})

test('R-67 a process receives a hundred files at once, six of one person, and refuses the next with the time to wait', async () => {
  const people = await Promise.all(Array.from({ length: 17 }, () => aPerson(app)))
  const body = multipartBody(halfMegabyte)
  const before = onDisk().length
  const begins = (token: string) =>
    rawConnection(app.url, uploadHead(asFile, { token, length: body.length }), body.subarray(0, 2000))
  const places = people.flatMap(({ token }) => Array(maxUploadsAtOnce).fill(token) as string[]).slice(0, 100)
  const sending = places.map(begins)
  await expect.poll(() => onDisk().length).toBe(before + 100)
  const [first, last] = [people[0]?.token ?? '', people.at(-1)?.token ?? '']
  for (const [token, status, code] of [
    [first, 429, 'uploads_at_once'],
    [last, 503, 'overloaded'],
  ] as const) {
    const answer = await send(asFile, token, aPdf())
    expect([answer.status, answer.body.code, answer.retryAfter]).toEqual([status, code, '5'])
  }
  // The log tells the operator about the overload; the line is removed for the other tests.
  expect(logged.splice(0).join('')).toContain('overloaded')
  // When one sender has given up, exactly one place is free.
  sending[0]?.socket.destroy()
  await expect.poll(() => onDisk().length).toBe(before + 99)
  sending.push(begins(last))
  await expect.poll(() => onDisk().length).toBe(before + 100)
  expect((await send(asFile, last, aPdf())).status).toBe(503)
  expect(logged.splice(0).join('')).toContain('overloaded')
  for (const { socket } of sending) socket.destroy()
  await expect.poll(() => onDisk().length).toBe(before)
  expect((await send(asFile, last, aPdf())).status).toBe(201)
})

test('R-67 R-42 no camera data is left in a picture of any purpose, and the picture is upright', async () => {
  const { token } = await aPerson(app)
  const { token: editor, code } = await anEditor()
  const camera = async (format: 'jpeg' | 'png') =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#1a3fd4' } })
      [format]()
      .withExif({ IFD0: { Copyright: 'SECRET' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>SECRET</a></x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toBuffer()
  for (const format of ['jpeg', 'png'] as const) {
    const tagged = await camera(format)
    const was = await sharp(tagged).metadata()
    expect([was.exif, was.xmp, was.icc].map((part) => part !== undefined)).toEqual([true, true, true])
    const image = (await send(asImage, token, tagged)).body
    const document = (await send(asFile, token, tagged)).body
    const avatar = (await send(asAvatar, token, tagged)).body
    const help = (await send(`/api/v3/admin/faq-images?competition_code=${code}`, editor, tagged)).body
    const kept = {
      image: await bytesOf(image.url, token),
      document: await bytesOf(document.url, token),
      avatar: await bytesOf(`/view/512x-${avatar.avatar}`, token),
      help: await bytesOf(help.url, editor),
    }
    for (const [purpose, bytes] of Object.entries(kept)) {
      const { exif, xmp, icc, orientation, width, height } = await sharp(bytes).metadata()
      expect([purpose, exif, xmp, icc, orientation]).toEqual([purpose, undefined, undefined, undefined, undefined])
      expect(bytes.includes('SECRET'), purpose).toBe(false)
      expect([purpose, width, height]).toEqual([purpose, ...(purpose === 'avatar' ? [512, 512] : [600, 900])])
    }
    expect((await sharp(kept.document).metadata()).format).toBe(format)
  }
})

test('R-67 a body that breaks off or makes no sense is answered with 400, and leaves neither a row nor a byte nor a fault in the log', async () => {
  const { token: editor, code } = await anEditor()
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#1a3fd4' } })
    .png()
    .toBuffer()
  const routes: [string, string, Buffer][] = [
    [asFile, (await aPerson(app)).token, multipartBody(aPdf())],
    [asImage, (await aPerson(app)).token, multipartBody(picture)],
    [asAvatar, (await aPerson(app)).token, multipartBody(picture)],
    [`/api/v3/admin/faq-images?competition_code=${code}`, editor, multipartBody(picture)],
  ]
  const files = [onDisk(), await rowsInAll()]
  const clean = async () => expect([onDisk(), await rowsInAll()]).toEqual(files)
  for (const [path, who, body] of routes) {
    const spread = Array.from({ length: 12 }, (_none, at) => Math.floor((body.length * at) / 12))
    const cuts = [...new Set([...spread, 1, 20, 60, body.length - 3, body.length - 5, body.length - 25])]
    for (const cut of cuts) {
      const half = body.subarray(0, cut)
      // A body of the announced length, but an incomplete form.
      const whole = await rawCall(app.url, uploadHead(path, { token: who, length: cut }), half)
      expect([path, cut, whole.status]).toEqual([path, cut, cut === 0 ? 422 : 400])
      // The sender ends the connection properly.
      const stopped = rawConnection(app.url, uploadHead(path, { token: who, length: body.length }), half)
      stopped.socket.end()
      expect([path, cut, (await stopped.answer).status]).toEqual([path, cut, 400])
      stopped.socket.destroy()
    }
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
    ]) {
      const headers = { 'X-Token': who, 'Content-Type': type }
      const answer = await app.fetch(path, { method: 'POST', headers, body: new Uint8Array(body) })
      expect([path, type, answer.status]).toEqual([path, type, 400])
    }
    const json = await app.fetch(path, {
      method: 'POST',
      headers: { 'X-Token': who, 'Content-Type': 'application/json' },
      body: '{',
    })
    expect(json.status).toBeOneOf([400, 415])
  }
  await expect.poll(onDisk).toEqual(files[0])
  await clean()
  // The connection is reset, so no answer can be sent.
  for (const [path, who, body] of routes)
    for (const cut of [0, 300, body.length - 10]) {
      const { socket, closed } = rawConnection(
        app.url,
        uploadHead(path, { token: who, length: body.length }),
        body.subarray(0, cut),
      )
      await new Promise((resolve) => socket.write('', resolve))
      socket.resetAndDestroy()
      await closed
    }
  await app.fetch('/health')
  await expect.poll(onDisk).toEqual(files[0])
  await clean()
  const login = '/api/v3/auth/login'
  for (const bytes of [
    `POST ${login} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"username":`,
    `POST ${login} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"use`,
  ]) {
    const { socket, answer } = rawConnection(app.url, bytes)
    socket.end()
    expect((await answer).status, bytes).toBe(400)
    socket.destroy()
  }
  expect(logged).toEqual([])
})

test('R-67 a person’s space can be filled to the last byte, and then a file is refused before it is sent', async () => {
  const { id: account_id, token } = await aPerson(app)
  // The copy without names takes space too.
  const other = await aPerson(app)
  await send(asFile, other.token, aPdf())
  const { size, copy_size } = await app.db
    .selectFrom('files')
    .select(['size', 'copy_size'])
    .where('account_id', '=', other.id)
    .executeTakeFirstOrThrow()
  const file = { name: 'а.pdf', type: 'application/pdf', sha256: '', purpose: 'file' as const }
  await app.db
    .insertInto('files')
    .values([
      { id: '1'.repeat(32), account_id, ...file, size: 1024 * 1024 },
      // Not counted: the next avatar replaces it.
      { id: '3'.repeat(32), account_id, ...file, purpose: 'avatar', size: 1024 * 1024 },
      { id: '2'.repeat(32), account_id, ...file, size: 1024 * 1024 - size - copy_size },
    ])
    .execute()
  expect((await send(asFile, token, aPdf())).status).toBe(201)
  const { status, text } = await rawCall(app.url, uploadHead(asFile, { token, length: 1000 }))
  expect([status, JSON.parse(text).code]).toEqual([413, 'file_space_used'])
})

test('R-67 a form without bytes, or with two files, is refused and leaves nothing on the disk', async () => {
  const { token } = await aPerson(app)
  const files = onDisk()
  const empty = await send(asFile, token, new Uint8Array())
  expect([empty.status, empty.body.code]).toEqual([422, 'file_empty'])
  const two = Buffer.concat([multipartBody(aPdf()).subarray(0, -'--\r\n'.length), Buffer.from('\r\n')])
  const body = Buffer.concat([two, multipartBody(aPdf()).subarray(multipartBody(aPdf()).indexOf('\r\n') + 2)])
  const both = await rawCall(app.url, uploadHead(asFile, { token, length: body.length }), body)
  expect([both.status, JSON.parse(both.text).code]).toEqual([413, 'payload_too_large'])
  expect(onDisk()).toEqual(files)
})

test('a file that the disk cannot store leaves no row, and all other files stay', async () => {
  const own = await testApp({ logger: portalLog(null, { write: () => {} }) })
  const { id, token } = await aPerson(own)
  // A file takes the place of each folder of files.
  const files = join(own.config.dataDir, 'files')
  mkdirSync(files)
  for (let first = 0; first < 256; first += 1) writeFileSync(join(files, first.toString(16).padStart(2, '0')), '')
  const kept = { id: 'f'.repeat(32), account_id: id, purpose: 'file' as const, name: 'а.pdf' }
  await own.db
    .insertInto('files')
    .values({ ...kept, type: 'application/pdf', size: 1, sha256: '' })
    .execute()
  const answer = await own.fetch(asFile, {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(aPdf())),
  })
  const rows = await own.db.selectFrom('files').select('id').execute()
  await own.close()
  expect([answer.status, rows]).toEqual([500, [{ id: kept.id }]])
})

test('a file is refused and leaves nothing when the account is deleted while it arrives', async () => {
  const { id, token } = await aPerson(app)
  const files = onDisk()
  const late = await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('accounts').where('id', '=', id).execute()
    const answer = send(asFile, token, aPdf())
    await untilWaiting(app.db, 1)
    return { answer }
  })
  const { status, body } = await late.answer
  expect([status, body.code, onDisk()]).toEqual([401, 'unauthorized', files])
})

test('R-40 a document whose parts do not end where it says is refused with a message', async () => {
  const xml = '<?xml version="1.0"?><Types/>'.repeat(20)
  const bent = Buffer.from(zipOf([{ name: '[Content_Types].xml', packed: deflateRawSync(xml), size: xml.length }]))
  // The packed size of its first part.
  bent[18] = (bent[18] ?? 0) ^ 16
  const { status, body } = await send(asFile, (await aPerson(app)).token, bent, 'резюме.docx')
  expect([status, body.code]).toEqual([415, 'file_type_unsupported'])
})

test('R-67 a file that is too big is refused by its announced size, and one without a size is not received', async () => {
  const { token } = await aPerson(app)
  const told = await rawCall(app.url, uploadHead(asFile, { token, length: 10 ** 10 }))
  expect([told.status, told.headers.connection]).toEqual([413, 'close'])
  expect((JSON.parse(told.text) as RefusalBody).message).toBe('Файл слишком большой: не больше 20 МБ')
  // A form has up to 32 kB around its file.
  const longest = fileMaxBytes + 32 * 1024
  expect((await rawCall(app.url, uploadHead(asFile, { token, length: longest + 1 }))).status).toBe(413)
  const body = Buffer.concat([multipartBody(aPdf()), Buffer.alloc(longest)]).subarray(0, longest)
  expect((await rawCall(app.url, uploadHead(asFile, { token, length: longest }), body)).status).toBe(201)
  const unknownLength = uploadHead(asFile, { token, length: 0 }).replace(
    'Content-Length: 0',
    'Transfer-Encoding: chunked',
  )
  const { status, headers } = await rawCall(app.url, unknownLength)
  expect([status, headers.connection]).toEqual([411, 'close'])
  // Read as JSON, it would be held in memory.
  const other = uploadHead(asFile, { token, length: fileMaxBytes }).replace(multipartType, 'application/json')
  const refused = await rawCall(app.url, other)
  expect([refused.status, refused.headers.connection]).toEqual([415, 'close'])
  // Only slightly too big, so that its headers do not show it.
  const over = Buffer.concat([aPdf(), Buffer.alloc(fileMaxBytes)])
  expect((await send(asFile, token, over)).body.code).toBe('file_too_big')
  expect(
    await app.db
      .selectFrom('files')
      .select('id')
      .where('size', '>', 1024 * 1024)
      .execute(),
  ).toEqual([])
})
