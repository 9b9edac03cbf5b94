import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type ZipEntry, zipOf } from '#server/testing/zip-of.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { readZip } from './read-zip.ts'

const entry = (name: string, bytes: number): ZipEntry => ({
  name,
  packed: deflateRawSync(Buffer.alloc(Math.min(bytes, 1024))),
  size: bytes,
})

function codeOf(zip: Buffer): string {
  try {
    readZip(zip)
    return 'taken'
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

test('R-46 a document of usual size is accepted', () => {
  expect(codeOf(zipOf([entry('[Content_Types].xml', 1200), entry('word/document.xml', 3_000_000)]))).toBe('taken')
})

test('R-46 400 MB packed into 400 kB are refused by the list alone, in one entry or in many', () => {
  const zeros = deflateRawSync(Buffer.alloc(400 * 1024 * 1024), { level: 9 })
  const bomb = zipOf([{ name: 'word/document.xml', packed: zeros, size: 400 * 1024 * 1024 }])
  expect(bomb.length).toBeLessThan(500_000)
  expect(codeOf(bomb)).toBe('archive_unsafe')
  expect(codeOf(zipOf(Array.from({ length: 41 }, (_none, n) => entry(`${n}`, 10 * 1024 * 1024))))).toBe(
    'archive_unsafe',
  )
})

test('R-46 too many entries, a size kept elsewhere, a list with wrong numbers and a truncated file are refused', () => {
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
  for (const zip of faulty) expect(codeOf(zip)).toBe('archive_unsafe')
})

/** The zip with a comment at its end, and with another offset of its list. */
function ended(zip: Buffer, { comment = Buffer.alloc(0), start }: { comment?: Buffer; start?: number }): Buffer {
  const ended = Buffer.concat([zip, comment])
  ended.writeUInt16LE(comment.length, zip.length - 2)
  if (start !== undefined) ended.writeUInt32LE(start, zip.length - 6)
  return ended
}

/** 2000 entries whose list has this number of bytes. */
const listOf = (bytes: number) =>
  Array.from({ length: 2000 }, (_none, n) => entry('n'.repeat(n === 0 ? bytes - 46 * 2000 - 1999 * 470 : 470), 1))

test('R-46 an archive exactly at a limit is accepted, and one above it is refused', () => {
  const mebibyte = 1024 * 1024
  const usual = zipOf([entry('a', 10)])
  const bomb = zipOf([entry('a', 201 * mebibyte)])
  const end = Buffer.from('504b0506', 'hex')
  // The only entry declares a comment that covers the end record.
  const over = Buffer.from(usual)
  over.writeUInt16LE(22, usual.length - 22 - 47 + 32)
  over.writeUInt32LE(47 + 22, usual.length - 10)
  const cases: [string, Buffer, string][] = [
    ['2000 entries', zipOf(Array.from({ length: 2000 }, (_none, n) => entry(`${n}`, 1))), 'taken'],
    ['200 MiB', zipOf([entry('a', 100 * mebibyte), entry('b', 100 * mebibyte)]), 'taken'],
    ['a byte more', zipOf([entry('a', 100 * mebibyte), entry('b', 100 * mebibyte + 1)]), 'archive_unsafe'],
    ['a list of 1 MiB', zipOf(listOf(mebibyte)), 'taken'],
    ['a list with a byte more', zipOf(listOf(mebibyte + 1)), 'archive_unsafe'],
    ['an entry without a name', zipOf([entry('', 10)]), 'taken'],
    [
      'fields behind the name',
      zipOf([{ ...entry('a', 10), extra: Buffer.alloc(9), comment: Buffer.alloc(5) }]),
      'taken',
    ],
    ['the longest comment', ended(usual, { comment: Buffer.alloc(0xffff) }), 'taken'],
    ['an end within the comment', ended(bomb, { comment: Buffer.concat([end, Buffer.alloc(30)]) }), 'archive_unsafe'],
    ['a list that reaches over the end', over, 'archive_unsafe'],
    ['nothing', zipOf([]), 'taken'],
    ['nothing, from the middle of the end', ended(zipOf([]), { start: 1 }), 'archive_unsafe'],
    ['nothing behind something', ended(Buffer.concat([Buffer.alloc(10), zipOf([])]), { start: 10 }), 'taken'],
    ['the same from elsewhere', ended(Buffer.concat([Buffer.alloc(10), zipOf([])]), { start: 11 }), 'archive_unsafe'],
  ]
  for (const [name, zip, code] of cases) expect([name, codeOf(zip)]).toEqual([name, code])
})

test('an entry whose sizes are written behind it is unpacked, one that unpacks into more than it claims is refused', () => {
  const words = Buffer.from('Моё решение'.repeat(100))
  const packed = deflateRawSync(words)
  const behind = zipOf([{ name: 'word/document.xml', packed, size: words.length }])
  behind.writeUInt16LE(8, 6)
  behind.fill(0, 14, 26)
  expect(readZip(behind).get('word/document.xml')?.()).toEqual(words)
  const swollen = readZip(zipOf([{ name: 'a', packed, size: words.length - 1 }]))
  expect(() => swollen.get('a')?.()).toThrow('archive_unsafe')
})
