import { unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { wordDocument } from '#server/platform/documents/word-document.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { aScanner, eicar, hasClamd, realScanner } from '#server/testing/a-scanner.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { queueScan, scanFile } from './scan-file.ts'

if (!hasClamd) console.warn('ClamAV is not installed: scans are tested against a stand-in that speaks its protocol.')

const clean = aPdf()
const infected = Buffer.concat([clean, Buffer.from(eicar)])

async function send(app: TestApp, token: string, bytes: Uint8Array, name = 'план.pdf') {
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(bytes, name)),
  })
  return (await answer.json()) as { file_id: string; url: string; scan: string }
}

async function read(app: TestApp, token: string, url: string) {
  const answer = await app.fetch(url, { headers: { 'X-Token': token } })
  const text = await answer.text()
  return answer.ok ? 'served' : `${answer.status} ${JSON.parse(text).code}`
}

const scanOf = async (app: TestApp, token: string, id: string) =>
  (await app.call('GET /user/files', { token, query: { ids: id } })).body.files[0]?.scan

const told = (app: TestApp, accountId: number) =>
  app.db.selectFrom('notifications').select(['title', 'text']).where('account_id', '=', accountId).execute()

describe.each([
  { of: 'a stand-in for ClamAV', scanner: aScanner },
  ...(hasClamd ? [{ of: 'ClamAV', scanner: realScanner }] : []),
])('with $of', ({ scanner }) => {
  test('R-45 a document is served to nobody until the scanner finds it clean; an infected one is removed and its owner notified; without the scanner it waits', async () => {
    const own = await scanner()
    const app = await testApp({ env: { CLAMD_URL: own.url } })
    try {
      const { id, token } = await aPerson(app)
      const good = await send(app, token, clean)
      const bad = await resumedUploads(app, token).whole(infected, { name: 'Смета.pdf' })
      const { url, file_id } = bad.body as unknown as typeof good
      expect([good.scan, bad.body.scan]).toEqual(['waiting', 'waiting'])
      for (const each of [good.url, url]) expect(await read(app, token, each)).toBe('409 file_in_quarantine')
      await app.work('scan_file')
      expect(await read(app, token, good.url)).toBe('served')
      expect(await read(app, token, url)).toBe('410 file_infected')
      expect([await scanOf(app, token, good.file_id), await scanOf(app, token, file_id)]).toEqual(['clean', 'infected'])
      expect(await app.services.disk.sizeOf(file_id)).toBeNull()
      expect((await told(app, id)).map(({ title, text }) => `${title}: ${text}`)).toEqual([
        expect.stringMatching(/^Файл удалён: в нём найден вирус: .*«Смета\.pdf».*загрузите его ещё раз\.$/s),
      ])
      await own.stop()
      const late = await send(app, token, clean)
      // A file that has not been scanned stays in quarantine, however often the scan is tried.
      for (let times = 0; times < 3; times += 1) {
        await app.work('scan_file')
        app.clock.advance(60_000)
      }
      expect(await read(app, token, late.url)).toBe('409 file_in_quarantine')
    } finally {
      await own.stop().catch(() => {})
      await app.close()
    }
  })
})

test.runIf(hasClamd)(
  'R-45 a virus in an archive within an archive within a document is found by ClamAV',
  async () => {
    const own = await realScanner()
    const app = await testApp({ env: { CLAMD_URL: own.url } })
    try {
      const { token } = await aPerson(app)
      const deep = zipSync({ 'второй.zip': zipSync({ 'вирус.txt': new TextEncoder().encode(eicar) }) })
      const parts = unzipSync(new Uint8Array(await wordDocument([])))
      const file = await send(app, token, zipSync({ ...parts, 'word/embeddings/первый.zip': deep }), 'план.docx')
      expect(file.scan).toBe('waiting')
      await app.work('scan_file')
      expect(await scanOf(app, token, file.file_id)).toBe('infected')
    } finally {
      await app.close()
      await own.stop()
    }
  },
  240_000,
)

test('a file stays in quarantine while the scanner hangs up, answers an error or refuses its size, and is released later', async () => {
  const own = await aScanner({ maxBytes: 1000 })
  const app = await testApp({ env: { CLAMD_URL: own.url } })
  try {
    const { token } = await aPerson(app)
    const file = await send(app, token, clean)
    const large = await send(app, token, Buffer.concat([clean, Buffer.alloc(300_000)]))
    own.state.hangsUp = true
    await app.work('scan_file')
    expect(await scanOf(app, token, file.file_id)).toBe('waiting')
    own.state.hangsUp = false
    await app.work('scan_file')
    expect([await scanOf(app, token, file.file_id), await scanOf(app, token, large.file_id)]).toEqual([
      'clean',
      'waiting',
    ])
  } finally {
    await app.close()
    await own.stop()
  }
})

test('R-45 an assessor gets no file in quarantine either, and an infected file cannot be handed in', async () => {
  const own = await aScanner()
  const app = await testApp({ env: { CLAMD_URL: own.url } })
  try {
    const settings = { task: 'Расскажите', min_words: 1, max_words: 9, file: true }
    const { code, stageIds } = await aCompetition(app.db, {
      one: { type: 'essay', settings },
      two: { type: 'essay', settings },
    })
    const { id, token } = await aPerson(app)
    await takesPart(app.db, id, code, 'main', app.clock.now())
    const handIn = (stage_id: number, file_id: string) =>
      app.call('PUT /user/stages/:stage_id/answer', {
        token,
        params: { stage_id },
        body: { data: { text: 'Два слова', file: [{ file_id }] } },
      } as never)
    const good = await send(app, token, clean)
    expect((await handIn(stageIds.one, good.file_id)).status).toBe(200)
    const account = await anAccount(app, { roles: ['assessor'] })
    await app.db
      .insertInto('stage_staff')
      .values({ stage_id: stageIds.one, account_id: account.id, duty: 'check', added_at: app.clock.now() })
      .execute()
    const checker = await sessionOf(app, account)
    const work = await app.db
      .selectFrom('works')
      .select('id')
      .where('stage_id', '=', stageIds.one)
      .executeTakeFirstOrThrow()
    const asAssessor = `/api/v3/desk/works/${work.id}/files/${good.file_id}`
    expect(await read(app, checker.token, asAssessor)).toBe('409 file_in_quarantine')
    await app.work('scan_file')
    expect(await read(app, checker.token, asAssessor)).toBe('served')
    const bad = await send(app, token, infected)
    await app.work('scan_file')
    const refused = await handIn(stageIds.two, bad.file_id)
    expect([refused.status, Object.values(refused.body.fields ?? {}).map(({ message }) => message)]).toEqual([
      422,
      ['В файле найден вирус, и он удалён. Уберите его и загрузите другой'],
    ])
  } finally {
    await app.close()
    await own.stop()
  }
})

/** The scans that wait: the file, the seconds until the scan, and the number of tries so far. */
async function queued(app: TestApp) {
  const { rows } = await sql<{ run_at: Date; payload: { fileId: string; tries: number } }>`
    select run_at, payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id and task.identifier = 'scan_file'
    order by job.id`.execute(app.db)
  return rows.map(({ run_at, payload: { fileId, tries } }) => ({
    fileId,
    tries,
    seconds: (run_at.getTime() - app.clock.now().getTime()) / 1000,
  }))
}
let made = 0
/** A file in quarantine; its bytes are on the disk when they are given. */
async function aFile(app: TestApp, account_id: number, more: { bytes?: Buffer; handed_in?: boolean } = {}) {
  made += 1
  const id = String(made).padStart(32, 'd')
  const file = { purpose: 'file' as const, name: 'Смета.pdf', type: 'application/pdf', size: 1, sha256: '' }
  const { bytes, ...rest } = more
  await app.db
    .insertInto('files')
    .values({ id, account_id, ...file, scan: 'waiting', ...rest })
    .execute()
  if (bytes) await app.services.disk.put(id, bytes)
  return id
}
const attempt = { lastAttempt: false }

test('without a scanner a file is tried again after 15 seconds, twice as late each time, up to five minutes', async () => {
  // No scanner at all, as after it was removed from the settings.
  const app = await testApp()
  try {
    const { id } = await aPerson(app)
    const [file, other] = [await aFile(app, id, { bytes: clean }), await aFile(app, id)]
    await app.db.transaction().execute((tx) => queueScan(tx, file))
    expect((await queued(app)).map(({ fileId, tries }) => [fileId, tries])).toEqual([[file, 0]])
    for (const [tries, seconds] of [
      [undefined, 15],
      [1, 30],
      [4, 240],
      [5, 300],
      [5000, 300],
    ] as const) {
      await scanFile(app.services, { fileId: file, ...(tries === undefined ? {} : { tries }) }, attempt)
      expect(await queued(app)).toEqual([{ fileId: file, tries: (tries ?? 0) + 1, seconds }])
    }
    await scanFile(app.services, { fileId: other }, attempt)
    expect((await queued(app)).map(({ fileId }) => fileId)).toEqual([file, other])
  } finally {
    await app.close()
  }
})

test('a file that is not in quarantine is not scanned, and one whose bytes are still on their way is scanned later', async () => {
  const own = await aScanner()
  const app = await testApp({ env: { CLAMD_URL: own.url } })
  try {
    const { id } = await aPerson(app)
    const file = await aFile(app, id, { bytes: infected })
    await app.db.updateTable('files').set({ scan: 'clean' }).where('id', '=', file).execute()
    await scanFile(app.services, { fileId: file }, attempt)
    await scanFile(app.services, { fileId: 'f'.repeat(32) }, attempt)
    expect([own.state.scanned, await queued(app)]).toEqual([0, []])
    const late = await aFile(app, id)
    await scanFile(app.services, { fileId: late }, attempt)
    expect([own.state.scanned, await queued(app)]).toEqual([0, [{ fileId: late, tries: 1, seconds: 15 }]])
  } finally {
    await app.close()
    await own.stop()
  }
})

test('a fault of the portal during a scan fails the job, and only the last attempt puts the file back in the queue', async () => {
  const own = await aScanner()
  const app = await testApp({ env: { CLAMD_URL: own.url } })
  try {
    const { id } = await aPerson(app)
    const file = await aFile(app, id, { bytes: clean })
    const broken = vi.spyOn(app.services.disk, 'open').mockRejectedValue(new Error('the disk is gone'))
    await expect(scanFile(app.services, { fileId: file }, attempt)).rejects.toThrow('the disk is gone')
    expect(await queued(app)).toEqual([])
    await scanFile(app.services, { fileId: file, tries: 2 }, { lastAttempt: true })
    broken.mockRestore()
    expect(await queued(app)).toEqual([{ fileId: file, tries: 3, seconds: 60 }])
    await own.stop()
    await scanFile(app.services, { fileId: file }, attempt)
    expect(await queued(app)).toEqual([{ fileId: file, tries: 1, seconds: 15 }])
  } finally {
    await app.close()
    await own.stop().catch(() => {})
  }
})

test('two scans of one file notify once, the first result stays, and for a handed-in file the message says where to write', async () => {
  const own = await aScanner()
  const app = await testApp({ env: { CLAMD_URL: own.url } })
  const { disk } = app.services
  try {
    const { id } = await aPerson(app)
    const file = await aFile(app, id, { bytes: infected, handed_in: true })
    const others = await aFile(app, id, { bytes: clean })
    /** Another scan ends while this one reads the bytes. */
    const meanwhile = (fileId: string, scan: 'clean' | 'infected') => {
      const open = disk.open.bind(disk)
      return vi.spyOn(disk, 'open').mockImplementationOnce(async (name) => {
        await app.db.updateTable('files').set({ scan }).where('id', '=', fileId).execute()
        return open(name)
      })
    }
    const scanOf = async (fileId: string) =>
      (await app.db.selectFrom('files').select('scan').where('id', '=', fileId).executeTakeFirst())?.scan
    const first = meanwhile(file, 'infected')
    await scanFile(app.services, { fileId: file }, attempt)
    expect([await scanOf(file), await told(app, id), await scanOf(others)]).toEqual(['infected', [], 'waiting'])
    await app.db.updateTable('files').set({ scan: 'waiting' }).where('id', '=', file).execute()
    await disk.put(file, infected)
    await scanFile(app.services, { fileId: file }, attempt)
    expect(await told(app, id)).toMatchObject([{ text: expect.stringContaining('частью сданной работы') }])
    expect(await scanOf(others)).toBe('waiting')
    meanwhile(others, 'infected')
    await scanFile(app.services, { fileId: others }, attempt)
    expect(await scanOf(others)).toBe('infected')
    first.mockRestore()
  } finally {
    await app.close()
    await own.stop()
  }
})
