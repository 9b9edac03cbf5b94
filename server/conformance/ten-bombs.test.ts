import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { officeFile } from '#server/testing/office-file.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { type ZipEntry, zipOf } from '#server/testing/zip-of.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'ten-bombs-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const megabyte = 1024 * 1024
const zipped = (parts: Record<string, Buffer | string>, swollen: Record<string, ZipEntry>): Buffer =>
  zipOf([
    ...Object.entries(parts).map(([name, text]) => ({
      name,
      packed: deflateRawSync(text),
      size: Buffer.from(text).length,
    })),
    ...Object.values(swollen),
  ])

/** Small files that would unpack into hundreds of megabytes, or claim to. */
function bombs(): Record<string, Buffer> {
  const pages = deflateSync(Buffer.alloc(130 * megabyte, 32))
  const inPdf = (dict: string, more = '') =>
    Buffer.concat([
      aPdf(),
      Buffer.from(`9 0 obj\n<<${dict}/Filter/FlateDecode/Length ${pages.length}>>\nstream\n`),
      pages,
      Buffer.from(`\nendstream\nendobj\n${more}trailer<</Root 1 0 R/Size 10>>\n%%EOF\n`),
    ])
  const shows = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 9 0 R>>endobj\n'
  const size = 100 * megabyte
  const words = Buffer.alloc(size, '<w:p>')
  const packed = deflateRawSync(words)
  const office = (main: string, type: string, entry: Partial<ZipEntry>) =>
    zipped(
      {
        '[Content_Types].xml': `<Types><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
        '_rels/.rels': `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${main}"/></Relationships>`,
      },
      { main: { name: main, packed, size, ...entry } },
    )
  const docx = office('word/document.xml', 'wordprocessingml.document', {})
  const inside = { name: 'word/embeddings/a.docx', as: 'package', bytes: docx }
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200010000000100000802000000', 'hex')
  return {
    'an object stream.pdf': inPdf('/Type/ObjStm/N 1/First 4'),
    'a page.pdf': inPdf('', shows),
    'a text.docx': docx,
    'a table.xlsx': office('xl/workbook.xml', 'spreadsheetml.sheet', {}),
    'a lie about its size.docx': office('word/document.xml', 'wordprocessingml.document', { size: 1000 }),
    'a document in a document.docx': officeFile('docx', '<w:document/>', [inside]),
    'a picture.png': Buffer.concat([png, Buffer.alloc(100)]),
    'a photo.jpg': Buffer.from('ffd8ffc0001108ffffffff03011100021101031101ffd9', 'hex'),
    'a drawing.gif': Buffer.from('474946383961ffffffff800000000000000000ff2c00000000ffffffff0002024401003b', 'hex'),
    'a recording.webm': Buffer.from('1a45dfa3010000ffffffffff4282847765626d18538067010000ffffffffff', 'hex'),
  }
}

/** What a process has at most had in memory, in megabytes; null where the system does not say. */
function mostMemory(pid: number): number | null {
  const path = `/proc/${pid}/status`
  const said = existsSync(path) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(path, 'utf8')) : null
  return said && Number(said[1]) / 1024
}

test('R-77 ten bombs at once are refused in words; others are answered meanwhile, and the portal stays within 400 MB', async () => {
  const env = { DATABASE_URL: databaseUrlOf(database.connection), DATA_DIR: dataDir, DEMO: '0' }
  const port = String(await freePort())
  const portal = await startPortal({ ...env, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
  try {
    const now = new Date()
    const tokenOf = async () => {
      const { email } = await anAccount({ db: database.db, clock: { now: () => now } } as never)
      const answer = await fetch(`${portal.url}/api/v3/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: email, password: rightPassword }),
      })
      return ((await answer.json()) as { access_token: string }).access_token
    }
    const tokens = [await tokenOf(), await tokenOf()]
    let left = 0
    const made = bombs()
    let answeredMeanwhile = 0
    const refused = Promise.all(
      Object.entries(made).map(async ([name, bytes], at) => {
        left += 1
        const purpose = name.endsWith('.gif') ? 'image' : 'file'
        const answer = await fetch(`${portal.url}/api/v3/user/files?purpose=${purpose}`, {
          method: 'POST',
          headers: { 'X-Token': tokens[at % 2] ?? '', 'Content-Type': multipartType },
          body: new Uint8Array(multipartBody(bytes, name)),
        })
        left -= 1
        const { code, message } = (await answer.json()) as { code: string; message: string }
        return [name, answer.status, code, /^[А-Я][^{}]+$/.test(message)]
      }),
    )
    const others = async () => {
      expect((await fetch(`${portal.url}/api/v3/app/config`)).status).toBe(200)
      if (left > 0) answeredMeanwhile += 1
      return left
    }
    await expect.poll(others, { timeout: 120_000, interval: 100 }).toBe(0)
    const noPicture = expect.stringMatching(/^image_(?:too_large|corrupted)$/)
    expect(await refused).toEqual([
      ['an object stream.pdf', 422, 'file_too_complex', true],
      ['a page.pdf', 422, 'file_too_complex', true],
      ['a text.docx', 422, 'file_too_complex', true],
      ['a table.xlsx', 422, 'file_too_complex', true],
      ['a lie about its size.docx', 422, 'archive_unsafe', true],
      ['a document in a document.docx', 422, 'file_too_complex', true],
      ['a picture.png', 422, noPicture, true],
      ['a photo.jpg', 422, noPicture, true],
      ['a drawing.gif', 422, noPicture, true],
      ['a recording.webm', 415, 'file_type_unsupported', true],
    ])
    expect(answeredMeanwhile).toBeGreaterThan(2)
    const most = mostMemory(portal.child.pid ?? 0)

    if (most !== null) expect(most).toBeLessThanOrEqual(400)
  } finally {
    await portal.kill('SIGTERM')
  }
})
