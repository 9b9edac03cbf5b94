import { inflateRawSync } from 'node:zlib'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** More than a long document with pictures ever has. A zip that claims more is made to exhaust memory. */
const maxEntries = 2000
const maxUnpackedBytes = 200 * 1024 * 1024
const maxListBytes = 1024 * 1024

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const maxCommentBytes = 0xffff

/** How a zip begins. */
export const isZip = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).equals(zipStart)
const zipStart = Buffer.from('PK\u0003\u0004')

/**
 * The entries of a zip (a docx is one) by their names, each unpacked when it is called. Only the list at the end of the
 * file counts. Refuses with `archive_unsafe` when the list contradicts itself or the archive would unpack into too much.
 * Layout: APPNOTE.TXT of PKWARE, 4.3.7, 4.3.12 and 4.3.16.
 */
export function readZip(zip: Buffer): Map<string, () => Buffer> {
  const tail = zip.subarray(Math.max(0, zip.length - endBytes - maxCommentBytes))
  const at = endOf(tail)
  const listBytes = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (listBytes > maxListBytes || start + listBytes > zip.length - tail.length + at) throw unsafe()
  return entriesOf(zip, zip.subarray(start, start + listBytes), tail.readUInt16LE(at + 10))
}

function entriesOf(zip: Buffer, list: Buffer, count: number): Map<string, () => Buffer> {
  if (count > maxEntries) throw unsafe()
  const entries = new Map<string, () => Buffer>()
  let at = 0
  let unpacked = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (at + entryBytes > list.length || list.readUInt32LE(at) !== entryMark) throw unsafe()
    // A size of 64 bits, which no document needs, is stored elsewhere and reads here as 4 GB.
    const size = list.readUInt32LE(at + 24)
    unpacked += size
    if (unpacked > maxUnpackedBytes) throw unsafe()
    const nameEnd = at + entryBytes + list.readUInt16LE(at + 28)
    const [packed, local, method] = [list.readUInt32LE(at + 20), list.readUInt32LE(at + 42), list.readUInt16LE(at + 10)]
    entries.set(list.toString('utf8', at + entryBytes, nameEnd), () => contentsOf(zip, { local, packed, method, size }))
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  if (at !== list.length) throw unsafe()
  return entries
}

interface Stored {
  local: number
  packed: number
  method: number
  size: number
}

/** The sizes are those of the list: some programs write them behind the entry instead of before it. */
function contentsOf(zip: Buffer, { local, packed, method, size }: Stored): Buffer {
  if (local + localBytes > zip.length || zip.readUInt32LE(local) !== localMark) throw unsafe()
  const start = local + localBytes + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const bytes = zip.subarray(start, start + packed)
  if (method === 0) return bytes
  try {
    return size === 0 ? Buffer.alloc(0) : inflateRawSync(bytes, { maxOutputLength: size })
  } catch {
    throw unsafe()
  }
}

function endOf(tail: Buffer): number {
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === endMark && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at
  throw unsafe()
}

const unsafe = () => new Refusal('archive_unsafe')
