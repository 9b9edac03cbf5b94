import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { defaultJudging } from '#server/review/judging/store.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { holdsName } from '#server/testing/holds-name.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { officeFile, wordText } from '#server/testing/office-file.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { author, revealingFiles } from '#server/testing/revealing-files.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { copyOf, namelessOf } from './nameless-copy.ts'
import { findFile, usedSpace } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const send = async (token: string, bytes: Uint8Array, name: string) => {
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(bytes, name)),
  })
  return (await answer.json()) as { file_id: string; code?: string; message?: string }
}
const copyFor = async (id: string): Promise<Buffer | null> => {
  const file = await findFile(app.db, id)
  const name = file && (await namelessOf(app.services, file))
  const opened = name ? await app.services.disk.open(name) : null
  return opened && buffer(opened.stream)
}

test('R-78 of 31 files that name their author, each in another place, judges receive copies that name nobody', async () => {
  const files = await revealingFiles()
  expect(files.length).toBeGreaterThanOrEqual(31)
  const named: string[] = []
  for (const { name, bytes, words } of files) {
    expect(await holdsName(bytes, author), name).toBe(true)
    const { token } = await aPerson(app)
    const sent = await send(token, bytes, name)
    const copy = await copyFor(sent.file_id)
    if (!copy || (await holdsName(copy, author))) named.push(name)
    const texts = copy && words ? Object.values(unzipSync(copy)).map((part) => strFromU8(part)) : []
    if (words && !texts.join().includes(words)) named.push(`${name} words`)
  }
  expect(named).toEqual([])
})

test('R-78 what cannot be cleaned is told to the author at upload, with what it is and how to mend it', async () => {
  const { token } = await aPerson(app)
  const part = (name: string, bytes: string | Buffer) => ({ name, as: 'media', bytes })
  const docx = (...parts: ReturnType<typeof part>[]) => officeFile('docx', wordText(''), parts)
  const locked = await PDFDocument.create()
  locked.addPage()
  locked.encrypt({ userPassword: 'secret' })
  const unreadable =
    'Этот документ не открывается: он повреждён или закрыт паролем. Сохраните его заново без пароля и загрузите ещё раз'
  const cases: [string, Uint8Array, string][] = [
    [
      'фильм.docx',
      docx(part('word/media/film.wmv', 'ASF')),
      'Файл выдаёт автора: внутри него «film.wmv», и имена оттуда портал убрать не может. Уберите это из документа или сохраните его как PDF',
    ],
    [
      'фото.docx',
      docx(part('word/media/1.jpg', Buffer.from('ffd8ffe1ffff', 'hex'))),
      expect.stringMatching(/^Файл выдаёт автора: внутри него «1\.jpg»/),
    ],
    ['пароль.pdf', await locked.save(), unreadable],
    ['обрыв.pdf', Buffer.from('%PDF-1.4\n%%EOF'), unreadable],
  ]
  for (const [name, bytes, said] of cases)
    expect([name, (await send(token, bytes, name)).message]).toEqual([name, said])
})

test('where the judges know the author, a file that names him is accepted; judges of blind works get none', async () => {
  const film = officeFile('docx', wordText(''), [{ name: 'word/media/film.wmv', as: 'media', bytes: 'ASF' }])
  const settings = { task: 'Расскажите', min_words: 1, max_words: 9, file: true }
  const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'essay', settings } })
  const { id, token } = await aPerson(app)
  await takesPart(app.db, id, code, 'main', app.clock.now())
  const stage = stageIds.essay ?? 0
  const { whole } = resumedUploads(app, token)
  const said = { name: 'работа.docx', stage, field: 'file' }
  expect((await whole(film, said)).body).toMatchObject({ code: 'file_names_author' })
  await app.db
    .insertInto('judgings')
    .values({ ...defaultJudging, stage_id: stage, blind: false } as never)
    .execute()
  const { status, body } = await whole(film, said)
  expect(status).toBe(201)
  expect(await copyFor(body.file_id ?? '')).toBeNull()
})

test('R-78 a document whose sizes stand behind its parts, and whose list of contents comes after a megabyte, is accepted', async () => {
  const { token } = await aPerson(app)
  const whole = unzipSync(officeFile('docx', wordText('')))
  const noise = await sharp(randomBytes(700 * 600 * 3), { raw: { width: 700, height: 600, channels: 3 } })
    .png()
    .toBuffer()
  const parts = { 'word/media/noise.png': noise, ...whole }
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(parts)) zip.addReadStream(Readable.from([Buffer.from(bytes)]), name)
  zip.end()
  const bytes = await buffer(zip.outputStream as Readable)
  expect(bytes.indexOf('[Content_Types].xml')).toBeGreaterThan(1024 * 1024)
  const { file_id } = await send(token, bytes, 'план.docx')
  expect(unzipSync((await copyFor(file_id)) ?? Buffer.alloc(0))['word/document.xml']).toBeDefined()
})

test('R-77 a file from before gets its copy when a judge first asks, made once; one that cannot be opened is tried once', async () => {
  const { token, id: account_id } = await aPerson(app)
  const bytes = officeFile('docx', wordText(`<w:ins w:author="${author}"/>`))
  const { file_id } = await send(token, bytes, 'план.docx')
  const before = await usedSpace(app.db, account_id)
  const asBefore = async (id: string) => {
    await app.db.updateTable('files').set({ nameless: null, copy_size: 0 }).where('id', '=', id).execute()
    await app.services.disk.remove(copyOf(id))
  }
  await asBefore(file_id)
  const putting = vi.spyOn(app.services.disk, 'receive')
  const copies = await Promise.all([copyFor(file_id), copyFor(file_id)])
  // The file itself, to be opened, and its copy.
  expect(putting).toHaveBeenCalledTimes(2)
  expect(copies[0]?.equals(copies[1] ?? Buffer.alloc(0))).toBe(true)
  expect(await holdsName(copies[0] ?? bytes, author)).toBe(false)
  expect(await usedSpace(app.db, account_id)).toBe(before)
  expect(before).toBe(bytes.length + (copies[0]?.length ?? 0))

  await asBefore(file_id)
  await app.services.disk.put(file_id, Buffer.from('PK\u0003\u0004 and nothing more'))
  putting.mockClear()
  expect([await copyFor(file_id), await copyFor(file_id)]).toEqual([null, null])
  expect(putting).toHaveBeenCalledTimes(1)
  putting.mockRestore()
})

test('a copy without names is removed together with its file', async () => {
  const { token } = await aPerson(app)
  const { file_id } = await send(token, aPdf(), 'план.pdf')
  expect(await app.services.disk.sizeOf(copyOf(file_id))).toBeGreaterThan(0)
  await app.call('DELETE /user/files/:file_id', { token, params: { file_id } })
  expect(await app.services.disk.sizeOf(copyOf(file_id))).toBeNull()
})
