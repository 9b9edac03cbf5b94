import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { patience } from '#server/testing/patience.ts'
import { freePort, mayMount, startPortal } from '#server/testing/portal-process.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'

const megabyte = 1024 * 1024
/** Limits for the files of a process, by the error code of the file system when they are reached. */
const fullDisks: Record<string, Parameters<typeof startPortal>[1]> = {
  EFBIG: { maxFileBytes: 2 * megabyte },
  ...(mayMount() ? { ENOSPC: { filesBytes: 3 * megabyte } } : {}),
}
if (!fullDisks.ENOSPC) console.warn('No file system can be mounted here: the full disk is only a limit for each file.')

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'full-disk-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const pdfOf = (bytes: number) => aPdf({ bytes })

/** The calls of a person in a new competition, which has a stage for a draft and one for a hand-in. */
async function aPersonAtWork(url: string) {
  const now = new Date()
  const settings = { task: 'Расскажите', min_words: 1, max_words: 9, file: true }
  const { code, stageIds } = await aCompetition(database.db, {
    begun: { type: 'essay', settings },
    done: { type: 'essay', settings },
  })
  const { id, email } = await anAccount({ db: database.db, clock: { now: () => now } } as never)
  await takesPart(database.db, id, code, 'main', now)
  const call = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const answer = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { 'Content-Type': type, 'X-Token': token },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const found = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: found }
  }
  let token = ''
  token = (await call('POST', '/auth/login', { username: email, password: rightPassword })).body.access_token
  return {
    stageIds,
    call,
    upload: (bytes: number) => call('POST', '/user/files?purpose=file', multipartBody(pdfOf(bytes)), multipartType),
    /** Uploads in pieces. */
    pieces: () => resumedUploads({ fetch: (path: string, init?: RequestInit) => fetch(url + path, init) }, token),
  }
}

/** The tables of works and files. */
const tables = ['stage_drafts', 'stage_draft_revisions', 'hand_ins', 'stage_facts', 'files'] as const
const kept = () =>
  Promise.all(
    tables.map((table) =>
      database.db
        .selectFrom(table as 'files')
        .selectAll()
        .execute(),
    ),
  )

test.each(Object.entries(fullDisks))(
  'R-67 on a full disk (%s) a file is refused with 503 and a message, nothing of it stays, and earlier data are unchanged',
  async (code, limits) => {
    const portal = await startPortal(
      {
        PORT: String(await freePort()),
        DATABASE_URL: databaseUrlOf(database.connection),
        DATA_DIR: join(dataDir, code),
        DEMO: '0',
      },
      limits,
    )
    // The files as the process sees them: it may have a file system of its own.
    const seen = `${process.platform === 'linux' ? `/proc/${portal.child.pid}/root` : ''}${join(dataDir, code, 'files')}`
    const files = () =>
      readdirSync(seen, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    const { call, upload, pieces, stageIds } = await aPersonAtWork(portal.url)
    const first = await upload(megabyte / 4)
    const second = await upload(megabyte / 4)
    const work = ({ body }: typeof first) => ({
      data: { text: 'Моё решение', file: [{ file_id: body.file_id, name: body.name }] },
    })
    expect((await call('PUT', `/user/stages/${stageIds.begun}/draft`, work(first))).status).toBe(200)
    expect((await call('PUT', `/user/stages/${stageIds.done}/answer`, work(second))).status).toBe(200)
    // Waits for the job that prepares the work, so that nothing else changes the rows.
    const inProcessing = () =>
      database.db.selectFrom('stage_facts').select('stage_id').where('processing_at', 'is not', null).execute()
    await vi.waitFor(async () => expect(await inProcessing()).toEqual([]), patience)
    const before = { rows: await kept(), files: files() }
    // Each with its copy without names.
    expect(before.files).toHaveLength(4)
    expect(before.files).toEqual(expect.arrayContaining([first.body.file_id, second.body.file_id]))

    expect(await upload(5 * megabyte)).toMatchObject({
      status: 503,
      retryAfter: '300',
      body: {
        code: 'disk_full',
        message: 'Сейчас файл сохранить не удаётся. Всё, что вы ввели, на месте. Попробуйте через несколько минут',
      },
    })
    expect({ rows: await kept(), files: files() }).toEqual(before)
    // In pieces: the bytes that have come stay for another attempt, and are removed when the person cancels the upload.
    const path = await pieces().begun({ size: 5 * megabyte })
    expect(await pieces().send(path, 0, pdfOf(5 * megabyte - 9))).toMatchObject({
      status: 503,
      body: { code: 'disk_full' },
    })
    expect(await pieces().received(path)).toBeGreaterThan(0)
    expect((await pieces().cancel(path)).status).toBe(204)
    expect({ rows: await kept(), files: files() }).toEqual(before)
    // The log names the reason, the answer does not.
    expect(portal.output()).toContain(code)

    // The work can continue without the file, and a smaller file is still accepted.
    const draft = await call('GET', `/user/stages/${stageIds.begun}/draft`)
    expect(draft.body.draft).toEqual(work(first).data)
    expect((await upload(megabyte)).status).toBe(201)
    expect(files()).toHaveLength(6)
    expect((await call('PUT', `/user/stages/${stageIds.begun}/answer`, work(first))).status).toBe(200)
    await portal.kill('SIGTERM')
  },
  240_000,
)
