import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#shared/api/refusals.ts'
import { refuseSwollenArchive } from './refuse-swollen-archive.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'archive-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Entry {
  name: string
  packed: Buffer
  /** The unpacked size that the entry claims. */
  size: number
}

/** A zip as programs write it: entries, directory, end record. */
function zipOf(entries: Entry[], { count = entries.length } = {}): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, packed, size } of entries) {
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(label.length, 26)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(8, 10)
    header.writeUInt32LE(packed.length, 20)
    header.writeUInt32LE(size, 24)
    header.writeUInt16LE(label.length, 28)
    header.writeUInt32LE(offset, 42)
    bodies.push(local, label, packed)
    list.push(header, label)
    offset += 30 + label.length + packed.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}

const entry = (name: string, bytes: number): Entry => ({
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
