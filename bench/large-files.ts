// A file of 500 MB is uploaded in pieces and downloaded, whole and by ranges, while the memory of the portal is
// measured. First on the disk, then in an S3 storage: that of S3_URL (https://key:secret@host/bucket), otherwise Swift
// if the system has it.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { publishForm } from '#server/stages/forms/store.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { hasSwift, swiftStorage } from '#server/testing/swift-storage.ts'
import { uploadPieceBytes } from '#shared/platform/files/limits.ts'
import { memoryOf } from './memory.ts'
import { participants } from './participants.ts'
import { portalDatabase } from './portal-database.ts'
import { processorTime } from './processor-time.ts'

const megabyte = 1024 * 1024
const size = Number(process.env.BENCH_FILE_MB ?? 500) * megabyte
/** Megabytes, resident. */
const limit = 300
const sampleMs = 100
const rangeBytes = 16 * megabyte

/** Pieces of a file whose first bytes are those of a PDF; each piece has different contents. */
function pieceAt(at: number): Buffer {
  const piece = Buffer.alloc(Math.min(uploadPieceBytes, size - at), 1 + at / uploadPieceBytes)
  if (at === 0) piece.write('%PDF-1.4\n')
  return piece
}

/** Set in the second process, which measures the S3 storage. */
const { BENCH_S3_URL } = process.env
const directory = mkdtempSync(join(tmpdir(), 'portal-large-'))
const env = {
  ...{ DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()), FILE_QUOTA_MB: '2000' },
  S3_URL: BENCH_S3_URL ?? '',
}
let portal = await startPortal(env)
let pid = 0
let most = 0

/** Runs the action and prints its duration and the portal's peak memory. */
async function measured<T>(name: string, act: () => Promise<T>): Promise<T> {
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, memoryOf(pid).portal.resident)
  }
  const timer = setInterval(sample, sampleMs)
  const [began, spent] = [performance.now(), processorTime(pid)]
  const result = await act()
  clearInterval(timer)
  sample()
  const after = processorTime(pid)
  most = Math.max(most, peak)
  const seconds = (performance.now() - began) / 1000
  const [node, postgres] = [after.own - spent.own, Math.max(0, after.others - spent.others)]
  console.log(
    `${name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s ${(size / megabyte / seconds).toFixed(0).padStart(5)} MB/s   processor: node ${node.toFixed(0)} ms, PostgreSQL ${postgres.toFixed(0)} ms   ${peak.toFixed(0)} MB resident at most`,
  )
  return result
}

try {
  const { tokens } = await participants(env, 1)
  const { db, close } = portalDatabase(env.DATA_DIR)
  const { code, stageIds } = await aCompetition(
    db,
    { form: { type: 'form', settings: { check: 'manual' } } },
    { code: 'large_files' },
  )
  const field = { name: 'plan', label: 'План', view: 'file', files: { max_bytes: size } } as const
  await publishForm(
    db,
    stageIds.form,
    { version: 1, sections: [{ code: 'a', title: 'Работа', fields: [field] }] },
    new Date(),
  )
  const { id } = await db.selectFrom('accounts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await takesPart(db, id, code, 'main', new Date())
  await close()
  // Loading the demo season takes memory that later starts do not need, so the first start is not measured.
  await portal.kill('SIGTERM')
  portal = await startPortal(env)
  pid = portal.child.pid ?? 0

  const call = async (method: string, path: string, headers: Record<string, string>, body?: Buffer) => {
    const answer = await fetch(`${portal.url}${path}`, {
      method,
      headers: { 'X-Token': tokens[0] ?? '', 'Tus-Resumable': '1.0.0', ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const metadata = { filename: 'план.pdf', stage: String(stageIds.form), field: 'plan' }
  const sent = createHash('sha256')

  console.log(`\n${BENCH_S3_URL ? 'a storage by S3' : 'files on the disk'}`)
  console.log(`quiet: ${memoryOf(pid).portal.resident.toFixed(0)} MB resident`)
  const path = await measured('upload in pieces of 8 MB', async () => {
    const begun = await call('POST', '/api/v3/user/uploads', {
      'Upload-Length': String(size),
      'Upload-Metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${base64(value)}`)
        .join(','),
    })
    const address = begun.headers.get('location') ?? ''
    for (let at = 0; at < size; at += uploadPieceBytes) {
      const piece = pieceAt(at)
      sent.update(piece)
      const type = 'application/offset+octet-stream'
      await call('PATCH', address, { 'Upload-Offset': String(at), 'Content-Type': type }, piece)
    }
    return address
  })
  const file = await measured('made a file', async () => (await call('POST', `${path}/file`, {})).json())
  const { url } = file as { url: string }
  const wanted = sent.digest('hex')
  const read = async (answer: Response, hash = createHash('sha256'), slowly = false) => {
    for await (const chunk of answer.body ?? []) {
      hash.update(chunk)
      if (slowly) await pause(1)
    }
    return hash
  }
  const whole = await measured('download', async () => read(await call('GET', url, {})))
  const ranges = await measured('download by ranges of 16 MB', async () => {
    const hash = createHash('sha256')
    for (let at = 0; at < size; at += rangeBytes)
      await read(await call('GET', url, { Range: `bytes=${at}-${Math.min(size, at + rangeBytes) - 1}` }), hash)
    return hash
  })
  const slow = await measured('download by a slow reader', async () =>
    read(await call('GET', url, {}), createHash('sha256'), true),
  )
  const same = [whole, ranges, slow].every((hash) => hash.digest('hex') === wanted)
  console.log(
    `${size / megabyte} MB in and out: at most ${most.toFixed(0)} MB resident; the limit is ${limit}. The same bytes: ${same ? 'yes' : 'NO'}`,
  )
  await portal.kill('SIGTERM')
  process.exitCode = most <= limit && same ? 0 : 1
} finally {
  portal.child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
}

if (!BENCH_S3_URL) await again()

async function again(): Promise<void> {
  const given = process.env.S3_URL
  if (!given && !hasSwift) {
    console.log('\nNo storage by S3 here: set S3_URL or install Swift to measure it.')
    return
  }
  const storage = given ? null : await swiftStorage()
  const second = fork('bench/large-files.ts', { env: { ...process.env, BENCH_S3_URL: given ?? storage?.url } })
  const [code] = (await once(second, 'exit')) as [number | null]
  await storage?.stop()
  if (code !== 0) process.exitCode = 1
}
