import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { multipartBody, uploadHead } from '#server/testing/multipart.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { rawConnection } from '#server/testing/raw-connection.ts'

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'uploads-at-once-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const path = '/api/v3/user/files?purpose=file'
const megabyte = 1024 * 1024
const start = async (limits = {}) =>
  startPortal(
    {
      PORT: String(await freePort()),
      DATABASE_URL: databaseUrlOf(database.connection),
      DATA_DIR: dataDir,
      DEMO: '0',
      // Each login of this test comes from an address of its own.
      TRUST_PROXY: '127.0.0.1',
    },
    limits,
  )

let people = 0
async function tokenOf(url: string): Promise<string> {
  people += 1
  const { email } = await anAccount({ db: database.db, clock: { now: () => new Date() } } as never)
  const answer = await fetch(`${url}/api/v3/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.9.0.${people}` },
    body: JSON.stringify({ username: email, password: rightPassword }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

const files = () =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
const bytesOnDisk = () => files().reduce((sum, size) => sum + size, 0)

const pdfOf = (bytes: number) => aPdf({ bytes })

test.runIf(process.platform === 'linux')(
  'R-67 60 people have sent all but the end of 19 MB each, and the process holds a small part of it in memory',
  async () => {
    const portal = await start()
    const resident = () =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${portal.child.pid}/status`, 'utf8'))?.[1]) * 1024
    const tokens: string[] = []
    for (let person = 0; person < 60; person += 1) tokens.push(await tokenOf(portal.url))
    const body = multipartBody(pdfOf(19 * megabyte))
    const allButTheEnd = body.subarray(0, -100)
    const before = resident()
    const sending = tokens.map((token) =>
      rawConnection(portal.url, uploadHead(path, { token, length: body.length }), allButTheEnd),
    )
    // By now all sent bytes have been received, and no upload is complete.
    await expect.poll(bytesOnDisk, { timeout: 120_000, interval: 200 }).toBeGreaterThan(60 * 18.9 * megabyte)
    expect(resident() - before).toBeLessThan(300 * megabyte)
    // All senders give up, and nothing of their uploads stays.
    for (const { socket } of sending) socket.destroy()
    await expect.poll(files, { timeout: 60_000 }).toEqual([])
    await portal.kill('SIGTERM')
  },
  240_000,
)
