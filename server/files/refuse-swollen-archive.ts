import { open } from 'node:fs/promises'
import { Refusal } from '#shared/api/refusals.ts'

/** More than a long document with pictures ever has. A zip that claims more is made to exhaust memory. */
const maxEntries = 2000
const maxUnpackedBytes = 200 * 1024 * 1024
const maxListBytes = 1024 * 1024

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endBytes = 22
const entryBytes = 46
const maxCommentBytes = 0xffff

/**
 * Reads only the list at the end of a zip (a docx is one). Refuses with `archive_unsafe` when the list contradicts
 * itself or the archive would unpack into too much. Nothing is unpacked. Layout: APPNOTE.TXT of PKWARE, 4.3.12 and
 * 4.3.16.
 */
export async function refuseSwollenArchive(path: string): Promise<void> {
  await using file = await open(path)
  const read = async (from: number, count: number) => (await file.read(Buffer.alloc(count), 0, count, from)).buffer
  const { size } = await file.stat()
  const tailBytes = Math.min(size, endBytes + maxCommentBytes)
  const tail = await read(size - tailBytes, tailBytes)
  const at = endOf(tail)
  const listBytes = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (listBytes > maxListBytes || start + listBytes > size - tailBytes + at) throw unsafe()
  refuseSwollenList(await read(start, listBytes), tail.readUInt16LE(at + 10))
}

function refuseSwollenList(list: Buffer, entries: number): void {
  if (entries > maxEntries) throw unsafe()
  let at = 0
  let unpacked = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entryBytes > list.length || list.readUInt32LE(at) !== entryMark) throw unsafe()
    // A size of 64 bits, which no document needs, is stored elsewhere and reads here as 4 GB.
    unpacked += list.readUInt32LE(at + 24)
    if (unpacked > maxUnpackedBytes) throw unsafe()
    at += entryBytes + list.readUInt16LE(at + 28) + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  if (at !== list.length) throw unsafe()
}

function endOf(tail: Buffer): number {
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === endMark && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at
  throw unsafe()
}

const unsafe = () => new Refusal('archive_unsafe')
