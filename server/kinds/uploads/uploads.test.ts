import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepFiles } from '#server/forms/files/sweep-files.ts'
import { uploadLease } from '#server/forms/files/upload-lease.ts'
import { aPerson } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { patience } from '#server/testing/patience.ts'
import { rawConnection } from '#server/testing/raw-connection.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { hasSwift, type Storage, swiftStorage } from '#server/testing/swift-storage.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { uploadPieceBytes } from '#shared/platform/files/limits.ts'

if (!hasSwift) console.warn('Swift is not installed: uploads are tested on the disk only, not in a storage by S3.')

const pdfOf = (bytes: number) => aPdf({ bytes })
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.each([
  { place: 'the disk', storage: async () => null },
  ...(hasSwift ? [{ place: 'a storage by S3', storage: swiftStorage }] : []),
])('a file in pieces on $place', ({ storage }) => {
  let store: Storage | null
  let app: TestApp
  beforeAll(async () => {
    store = await storage()
    app = await testApp({ env: { FILE_QUOTA_MB: '30', ...(store ? { S3_URL: store.url } : {}) } })
  })
  afterAll(async () => {
    await app?.close()
    await store?.stop()
  })

  const person = async () => {
    const { id, token } = await aPerson(app)
    return { id, token, ...resumedUploads(app, token) }
  }
  const download = async (token: string, url: string, range?: string) => {
    const answer = await app.fetch(url, { headers: { 'X-Token': token, ...(range ? { Range: range } : {}) } })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('a file sent in pieces is downloaded as it was sent, whole and by ranges', async () => {
    const { token, begun, send, received, finish, call } = await person()
    const pdf = pdfOf(uploadPieceBytes + 300_000)
    const path = await begun({ size: pdf.length, name: 'Бизнес-план.PDF' })
    const first = await send(path, 0, pdf.subarray(0, uploadPieceBytes))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(uploadPieceBytes)])
    expect(await received(path)).toBe(uploadPieceBytes)
    expect((await call('GET', path)).body).toMatchObject({ received: uploadPieceBytes, size: pdf.length })
    expect((await finish(path)).body).toMatchObject({ code: 'upload_incomplete' })
    expect((await send(path, uploadPieceBytes, pdf.subarray(uploadPieceBytes))).status).toBe(204)
    const { status, body } = await finish(path)
    expect([status, body]).toMatchObject([201, { name: 'Бизнес-план.pdf', size: pdf.length, type: 'application/pdf' }])
    // A repeated call, as after a lost answer.
    expect((await finish(path)).body).toEqual(body)
    const { file_id, url } = body as unknown as { file_id: string; url: string }
    const whole = await download(token, url)
    expect([whole.status, sha(whole.bytes), whole.headers.get('accept-ranges')]).toEqual([200, sha(pdf), 'bytes'])
    const part = await download(token, url, 'bytes=100-4999')
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-4999/${pdf.length}`])
    expect(part.bytes.equals(pdf.subarray(100, 5000))).toBe(true)
    expect((await download(token, url, `bytes=${pdf.length}-`)).status).toBe(416)
    expect(part.headers.get('content-disposition')).toMatch(/^attachment/)
    // The pieces are removed.
    if (store) expect((await store.keys()).filter((key) => !key.includes(file_id))).toEqual([])
  })

  test('TW-14 the same part sent twice at once, with the next one, makes the file that was sent', async () => {
    const { begun, send, received, finish, token } = await person()
    const pdf = pdfOf(200_000)
    const [one, two] = [pdf.subarray(0, 100_000), pdf.subarray(100_000)]
    const path = await begun({ size: pdf.length })
    const answers = await meetInOrder(app.db, {
      lock: (tx) => sql`select from uploads where id = ${path.slice(-32)} for update`.execute(tx),
      call: () => Promise.all([send(path, 0, one), send(path, 0, one), send(path, one.length, two)]),
      meanwhile: async () => {},
      waiting: 3,
    })
    const [next] = answers.splice(2)
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    if (next?.status !== 204) expect((await send(path, await received(path), two)).status).toBe(204)
    const twice = await Promise.all([finish(path), finish(path)])
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    const { url } = twice[0]?.body as unknown as { url: string }
    expect(sha((await download(token, url)).bytes)).toBe(sha(pdf))
  })

  test('a file continues from the last byte that arrived, after its connection was cut in the middle of a piece', async () => {
    const { token, begun, send, received, finish } = await person()
    const pdf = pdfOf(1_000_000)
    const path = await begun({ size: pdf.length })
    const head = `PATCH ${path} HTTP/1.1\r\nHost: portal.example\r\nX-Token: ${token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${pdf.length}\r\n\r\n`
    const { socket, closed } = rawConnection(app.url, head, pdf.subarray(0, 400_000))
    await new Promise((resolve) => socket.write('', resolve))
    socket.resetAndDestroy()
    await closed
    const at = await received(path)
    expect(at).toBeLessThanOrEqual(400_000)
    expect((await send(path, at, pdf.subarray(at))).status).toBe(204)
    const { body } = await finish(path)
    expect(sha((await download(token, body.url ?? '')).bytes)).toBe(sha(pdf))
  })

  test('a call that continues takes the upload over from a broken call that is still open', async () => {
    const { token, begun, send, received, finish } = await person()
    const pdf = pdfOf(300_000)
    const path = await begun({ size: pdf.length })
    const head = `PATCH ${path} HTTP/1.1\r\nHost: portal.example\r\nX-Token: ${token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${pdf.length}\r\n\r\n`
    // Half of the file, and then silence, as when a phone has left its network.
    const silent = rawConnection(app.url, head, pdf.subarray(0, 100_000))
    const writing = () =>
      app.db.selectFrom('uploads').select('id').where('writer', 'is not', null).executeTakeFirstOrThrow()
    await vi.waitFor(writing, patience)
    const at = await received(path)
    expect((await send(path, at, pdf.subarray(at))).status).toBe(204)
    silent.socket.destroy()
    expect((await finish(path)).body.size).toBe(pdf.length)
  })

  test('a call that waits too long for another process is refused, and the bytes that have arrived stay', async () => {
    const { begun, send, received } = await person()
    const pdf = pdfOf(4000)
    const path = await begun({ size: pdf.length })
    expect((await send(path, 0, pdf.subarray(0, 1000))).status).toBe(204)
    const id = path.split('/').at(-1) ?? ''
    const writes = (until: string) =>
      app.db
        .updateTable('uploads')
        .set({ writer: 'another process', writer_until: new Date(until) })
        .where('id', '=', id)
        .execute()
    await writes('2100-01-01T00:00:00Z')
    const lease = uploadLease(app.db, id, app.services.clock, { patienceMs: 50 })
    const still = new AbortController().signal
    await expect(lease.lock(still, () => {})).rejects.toMatchObject({ code: 'upload_busy', retryAfter: 5 })
    await writes('2000-01-01T00:00:00Z')
    expect(await received(path)).toBe(1000)
    expect((await send(path, 1000, pdf.subarray(1000))).status).toBe(204)
  })

  test('a wrong offset, too many bytes, no bytes and an upload of another person are refused and change nothing', async () => {
    const own = await person()
    const other = await person()
    const pdf = pdfOf(5000)
    const path = await own.begun({ size: 4000 })
    const said = ({ status, body }: { status: number; body: Record<string, string> }) => [status, body.code]
    expect(said(await own.send(path, 100, pdf.subarray(100, 200)))).toEqual([409, 'upload_offset'])
    expect(said(await own.send(path, 0, pdf))).toEqual([413, 'upload_changed'])
    expect(said(await other.send(path, 0, pdf.subarray(0, 4000)))).toEqual([404, 'upload_not_found'])
    expect(said(await other.finish(path))).toEqual([404, 'upload_not_found'])
    expect(said(await other.cancel(path))).toEqual([404, 'upload_not_found'])
    expect((await other.call('HEAD', path)).status).toBe(404)
    expect((await app.fetch(path, { method: 'HEAD' })).status).toBe(401)
    expect(said(await own.call('PATCH', path, { 'Upload-Offset': '0' }, '{}'))).toEqual([415, 'unsupported_media_type'])
    const noPlace = { 'Content-Type': 'application/offset+octet-stream' }
    expect(said(await own.call('PATCH', path, noPlace, 'a'))).toEqual([400, 'invalid_request'])
    expect(said(await own.call('PATCH', path, { ...noPlace, 'Upload-Offset': '-1' }, 'a'))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await own.received(path)).toBe(0)
    expect(said(await own.begin({ size: 0 }))).toEqual([422, 'file_empty'])
    expect(said(await own.begin({ size: 1, purpose: 'shell' }))).toEqual([400, 'invalid_request'])
    expect(said(await own.begin({ size: 1, purpose: 'video' }))).toEqual([400, 'invalid_request'])
    expect(said(await own.begin({ size: 21 * 1024 * 1024 }))).toEqual([413, 'file_too_big'])
    expect(said(await own.begin({ size: 11 * 1024 * 1024, purpose: 'image' }))).toEqual([413, 'file_too_big'])
    expect(said(await own.begin({ size: 9 }, { 'Upload-Length': 'many' }))).toEqual([400, 'invalid_request'])
    const deferred = await own.call('POST', '/api/v3/user/uploads', { 'Upload-Defer-Length': '1' })
    expect(said(deferred)).toEqual([411, 'length_required'])
    expect((await own.begin({ size: 9 }, { 'Tus-Resumable': '0.2.2' })).status).toBe(400)
    expect((await own.cancel(path)).status).toBe(204)
    expect(said(await own.send(path, 0, pdf.subarray(0, 9)))).toEqual([404, 'upload_not_found'])
  })

  test('a file with false contents is refused when it is complete, and removed', async () => {
    const { whole, id } = await person()
    const lie = await whole(Buffer.from('#!/bin/sh\nrm -rf /\n'), { name: 'отчёт.pdf' })
    expect([lie.status, lie.body.code]).toEqual([415, 'file_type_unsupported'])
    const left = await app.db.selectFrom('uploads').select('id').where('account_id', '=', id).execute()
    expect(left).toEqual([])
  })

  test('unfinished uploads take space too, and their number is limited', async () => {
    const { begin, begun, cancel } = await person()
    const twelve = 12 * 1024 * 1024
    const paths = [await begun({ size: twelve }), await begun({ size: twelve })]
    expect((await begin({ size: twelve })).body).toMatchObject({ code: 'file_space_used' })
    expect((await cancel(paths[0] ?? '')).status).toBe(204)
    expect((await begin({ size: twelve })).status).toBe(201)
    for (let at = 2; at < 20; at += 1) await begun({ size: 1 })
    expect(await begin({ size: 1 })).toMatchObject({ status: 429, body: { code: 'uploads_unfinished' } })
  })

  test('an upload without bytes for a day is removed, and one that continues stays', async () => {
    const first = await person()
    const left = await first.begun({ size: 100_000 })
    await first.send(left, 0, pdfOf(50_000))
    app.clock.advance(20 * 3_600_000)
    const second = await person()
    const alive = await second.begun({ size: 100_000 })
    app.clock.advance(5 * 3_600_000)
    const kept = async () => {
      const of = [first.id, second.id]
      const rows = await app.db.selectFrom('uploads').select('id').where('account_id', 'in', of).execute()
      return [left, alive].map((path) => rows.some(({ id }) => path.endsWith(id)))
    }
    const bytes = await app.services.disk.unfinished.store()
    // After a day of silence the upload continues, and the sweep runs while its bytes are being written.
    const lease = uploadLease(app.db, left.slice(-32), app.services.clock, { brings: false })
    await lease.lock(new AbortController().signal, () => {})
    await sweepFiles(app.services, [])
    expect(await kept()).toEqual([true, true])
    expect(await bytes.getUpload(left.slice(-32))).toMatchObject({ offset: 50_000 })
    await lease.unlock()
    await sweepFiles(app.services, [])
    expect(await kept()).toEqual([false, true])
    await expect(bytes.getUpload(left.slice(-32))).rejects.toMatchObject({ status_code: 404 })
    expect(await bytes.getUpload(alive.slice(-32))).toMatchObject({ offset: 0 })
    if (store) expect((await store.keys()).filter((key) => left.includes(key.slice(0, 32)))).toEqual([])
  })
})
