import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ZipEntry, zipOf } from '#server/testing/zip-of.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { refuseSwollenArchive } from './refuse-swollen-archive.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'archive-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const entry = (name: string, bytes: number): ZipEntry => ({
  name,
  packed: deflateRawSync(Buffer.alloc(Math.min(bytes, 1024))),
  size: bytes,
})

async function codeOf(zip: Buffer): Promise<string> {
  const path = join(directory, 'zip')
  writeFileSync(path, zip)
  return refuseSwollenArchive(path).then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
}

test('R-46 a document of usual size is taken', async () => {
  expect(await codeOf(zipOf([entry('[Content_Types].xml', 1200), entry('word/document.xml', 3_000_000)]))).toBe('taken')
})

test('R-46 400 MB packed into 400 kB are refused by the list alone, in one entry or in many', async () => {
  const zeros = deflateRawSync(Buffer.alloc(400 * 1024 * 1024), { level: 9 })
  const bomb = zipOf([{ name: 'word/document.xml', packed: zeros, size: 400 * 1024 * 1024 }])
  expect(bomb.length).toBeLessThan(500_000)
  expect(await codeOf(bomb)).toBe('archive_unsafe')
  expect(await codeOf(zipOf(Array.from({ length: 41 }, (_none, n) => entry(`${n}`, 10 * 1024 * 1024))))).toBe(
    'archive_unsafe',
  )
})

test('R-46 too many entries, a size kept elsewhere, a list that lies and a file without an end are refused', async () => {
  const usual = [entry('a', 10), entry('b', 10)]
  const faulty = [
    zipOf(Array.from({ length: 2001 }, (_none, n) => entry(`${n}`, 1))),
    zipOf([{ ...entry('a', 10), size: 0xffffffff }]),
    zipOf(usual, { count: 1 }),
    zipOf(usual, { count: 3 }),
    zipOf(usual).subarray(0, -4),
    Buffer.from('PK\u0003\u0004 and nothing more'),
    Buffer.alloc(0),
  ]
  for (const zip of faulty) expect(await codeOf(zip)).toBe('archive_unsafe')
})
