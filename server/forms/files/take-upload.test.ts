import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { maxUploadsAtOnce } from '#shared/platform/files/limits.ts'
import { withUploadSlot } from './receive-upload.ts'
import { takeUpload } from './take-upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { FILE_QUOTA_MB: '1' } })
})
afterAll(() => app.close())

const pdf = aPdf({ bytes: 4009 })
const file = { purpose: 'file' as const, name: 'а.pdf', type: 'application/pdf', sha256: '' }
let made = 0
const aName = () => {
  made += 1
  return String(made).padStart(32, 'c')
}

/** A person with an upload that is complete and not a file yet. */
async function whole(bytes: Buffer = pdf, purpose = 'file') {
  const person = await aPerson(app)
  const calls = resumedUploads(app, person.token)
  const path = await calls.begun({ size: bytes.length, purpose })
  await calls.send(path, 0, bytes)
  const id = path.slice(-32)
  const finish = async () => {
    const { status, body } = await calls.finish(path)
    return { status, code: body.code as string | undefined, file_id: body.file_id as unknown as string, body }
  }
  const row = () => app.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
  const files = () => app.db.selectFrom('files').select('id').where('account_id', '=', person.id).execute()
  return { ...person, ...calls, path, id, finish, row, files }
}

const folder = (name: string) => join(app.config.dataDir, 'files', name)
const namesIn = (name: string) => (existsSync(folder(name)) ? readdirSync(folder(name)) : [])
const piecesOf = (id: string) => namesIn('unfinished').filter((name) => name.startsWith(id))

/** Uploads that take up all places until the test ends them. */
function placesHeld(accounts: number[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = accounts.map((account) => withUploadSlot(account, () => promise))
  return async () => {
    resolve()
    await Promise.all(held)
  }
}

test('an upload that has become a file leaves no pieces and no lease', async () => {
  const apart = await whole()
  const { id, finish, row } = await whole()
  expect(piecesOf(id)).not.toEqual([])
  const { status, file_id } = await finish()
  expect(status).toBe(201)
  expect(piecesOf(id)).toEqual([])
  expect(await row()).toMatchObject({ file_id, writer: null, writer_until: null })
  expect(await apart.row()).toMatchObject({ file_id: null })
  expect(namesIn('nameless')).toEqual([])
})

test('two uploads of one person each become a file of their own', async () => {
  const { begun, send, finish } = resumedUploads(app, (await aPerson(app)).token)
  const names = ['первый.pdf', 'второй.pdf']
  const paths = []
  for (const name of names) paths.push(await begun({ size: pdf.length, name }))
  for (const path of paths) await send(path, 0, pdf)
  const made = await Promise.all(paths.map(finish))
  expect(made.map(({ body }) => body.name)).toEqual(names)
  expect(new Set(made.map(({ body }) => body.file_id)).size).toBe(2)
})

test('an upload that is refused for its contents is removed at once, with its pieces and received bytes', async () => {
  const { id, finish, row, files } = await whole(Buffer.from('#!/bin/sh\nrm -rf /\n'))
  expect(await finish()).toMatchObject({ status: 415, code: 'file_type_unsupported' })
  expect([await row(), await files(), piecesOf(id), namesIn('nameless')]).toEqual([undefined, [], [], []])
  expect(await finish()).toMatchObject({ status: 404, code: 'upload_not_found' })
})

test('an upload that is not complete stays and can continue', async () => {
  const { begun, send, finish } = resumedUploads(app, (await aPerson(app)).token)
  const path = await begun({ size: pdf.length })
  await send(path, 0, pdf.subarray(0, 1000))
  expect((await finish(path)).body).toMatchObject({ code: 'upload_incomplete' })
  expect((await send(path, 1000, pdf.subarray(1000))).status).toBe(204)
  expect((await finish(path)).status).toBe(201)
})

test('an upload without room stays, and is accepted when there is room', async () => {
  const { id: upload, row, finish, token } = await whole()
  const { account_id } = (await row()) ?? { account_id: 0 }
  const other = aName()
  await app.db
    .insertInto('files')
    .values({ ...file, id: other, account_id, size: 1024 * 1024 })
    .execute()
  expect(await finish()).toMatchObject({ status: 413, code: 'file_space_used' })
  expect(namesIn('nameless')).toEqual([])
  expect(await row()).toMatchObject({ file_id: null, writer: null })
  expect(piecesOf(upload)).not.toEqual([])
  await app.call('DELETE /user/files/:file_id', { token, params: { file_id: other } })
  expect((await finish()).status).toBe(201)
})

test('an upload that is refused because of too many at once, of one person or of all, stays and can be tried again', async () => {
  const { row, finish } = await whole()
  const { account_id } = (await row()) ?? { account_id: 0 }
  let free = placesHeld(Array(maxUploadsAtOnce).fill(account_id))
  expect(await finish()).toMatchObject({ status: 429, code: 'uploads_at_once' })
  await free()
  free = placesHeld(Array.from({ length: 100 }, (_none, n) => -1 - n))
  expect(await finish()).toMatchObject({ status: 503, code: 'overloaded' })
  await free()
  expect((await finish()).status).toBe(201)
})

test('when pieces cannot be found or read for a moment, the upload stays and is accepted later', async () => {
  const { row, finish, files } = await whole()
  const { unfinished } = app.services.disk
  const store = await unfinished.store()
  const looked = vi.spyOn(store, 'getUpload').mockRejectedValueOnce(new Error('the storage is away'))
  expect(await finish()).toMatchObject({ status: 404, code: 'upload_not_found' })
  const read = vi.spyOn(unfinished, 'read').mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  expect((await finish()).status).toBe(500)
  expect([await files(), namesIn('nameless')]).toEqual([[], []])
  expect(await row()).toMatchObject({ file_id: null, writer: null })
  looked.mockRestore()
  read.mockRestore()
  expect((await finish()).status).toBe(201)
})

test('pieces with fewer bytes than announced are refused, and nothing of them stays', async () => {
  const { id, finish, row, files } = await whole()
  const cut = vi
    .spyOn(app.services.disk.unfinished, 'read')
    .mockImplementationOnce(async () => Readable.from([pdf.subarray(1)]))
  expect(await finish()).toMatchObject({ status: 400, code: 'file_interrupted' })
  cut.mockRestore()
  expect([await row(), await files(), piecesOf(id), namesIn('nameless')]).toEqual([undefined, [], [], []])
})

test('a file whose bytes did not get their name is made again under another name, and the first is removed', async () => {
  const apart = await whole()
  const { file_id: known } = await apart.finish()
  const { row, finish, files } = await whole()
  const { id = '', account_id = 0 } = (await row()) ?? {}
  // As after a process that ended between storing the row and naming the bytes.
  const [lost, other] = [aName(), aName()]
  for (const each of [lost, other])
    await app.db
      .insertInto('files')
      .values({ ...file, id: each, account_id, size: pdf.length })
      .execute()
  await app.db.updateTable('uploads').set({ file_id: lost }).where('id', '=', id).execute()
  const away = vi.spyOn(app.services.disk, 'remove')
  const { status, file_id } = await finish()
  const removed = away.mock.calls.map(([name]) => name)
  away.mockRestore()
  expect([status, removed.includes(lost)]).toEqual([201, true])
  expect(new Set((await files()).map((each) => each.id))).toEqual(new Set([other, file_id]))
  expect((await row())?.file_id).toBe(file_id)
  expect((await finish()).file_id).toBe(file_id)
  // Other uploads keep their files.
  expect((await apart.row())?.file_id).toBe(known)
})

test('a file that the disk cannot store leaves no row, and its upload is accepted later', async () => {
  const apart = await whole()
  const { file_id: known } = await apart.finish()
  const { row, finish, files } = await whole()
  const { disk } = app.services
  const receive = disk.receive.bind(disk)
  const full = vi.spyOn(disk, 'receive').mockImplementation(async (from) => ({
    ...(await receive(from)),
    keep: async () => {
      throw new Refusal('disk_full', { retryAfter: 300 })
    },
  }))
  expect(await finish()).toMatchObject({ status: 503, code: 'disk_full' })
  full.mockRestore()
  expect([(await row())?.file_id, await files(), namesIn('nameless')]).toEqual([null, [], []])
  expect((await apart.row())?.file_id).toBe(known)
  expect((await finish()).status).toBe(201)
})

test('a repeated call for an infected file gets the same answer, although its bytes are removed', async () => {
  const { finish, files } = await whole()
  const { file_id } = await finish()
  await app.db.updateTable('files').set({ scan: 'infected' }).where('id', '=', file_id).execute()
  await app.services.disk.remove(file_id)
  expect(await finish()).toMatchObject({ status: 201, body: { file_id, scan: 'infected' } })
  expect(await files()).toEqual([{ id: file_id }])
})

test('a portrait sent in pieces cannot be used as a file of an answer', async () => {
  const { finish, row } = await whole(pdf, 'avatar')
  expect(await finish()).toMatchObject({ status: 404, code: 'upload_not_found' })
  expect(await row()).toMatchObject({ file_id: null })
  // Nor after it has become a file.
  const { id = '', account_id = 0 } = (await row()) ?? {}
  const portrait = aName()
  await app.services.disk.put(portrait, pdf)
  await app.db
    .insertInto('files')
    .values({ ...file, id: portrait, account_id, size: 1, purpose: 'avatar' })
    .execute()
  await app.db.updateTable('uploads').set({ file_id: portrait }).where('id', '=', id).execute()
  expect(await finish()).toMatchObject({ status: 404, code: 'upload_not_found' })
})

test('another use gets the bytes with their name, and they are removed from where they were received', async () => {
  const { row, id: uploadId } = await whole()
  const { account_id: accountId = 0 } = (await row()) ?? {}
  const taken = await takeUpload(
    app.services,
    { accountId, uploadId, purpose: ['file'] },
    async ({ name, file: { size } }, { id }) => [name, size, id, namesIn('nameless').length],
  )
  expect(taken).toEqual(['план.pdf', pdf.length, uploadId, 1])
  expect(namesIn('nameless')).toEqual([])
  // After a fault of the portal itself the upload stays; after a fault of the file it is removed.
  const fails = (fault: Error) =>
    takeUpload(app.services, { accountId, uploadId, purpose: ['file'] }, () => Promise.reject(fault))
  await expect(fails(new Error('no word for it'))).rejects.toThrow('no word for it')
  await expect(fails(new Refusal('server_error'))).rejects.toMatchObject({ code: 'server_error' })
  expect([await row(), namesIn('nameless')]).toMatchObject([{ writer: null }, []])
  await expect(fails(new Refusal('video_unreadable'))).rejects.toMatchObject({ code: 'video_unreadable' })
  expect(await row()).toBeUndefined()
})
