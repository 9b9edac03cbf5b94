import { Refusal } from '#shared/api/refusals.ts'

/** More than a long document with pictures ever has. A zip that claims more is made to fill the memory. */
const maxEntries = 2000
const maxUnpackedBytes = 200 * 1024 * 1024

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endBytes = 22
const entryBytes = 46
const maxCommentBytes = 0xffff
/** In a field of the list these values refer to 64-bit fields, which no document of this size needs. */
const sizeElsewhere = 0xffffffff

/**
 * Reads only the list at the end of a zip (a docx is one) and refuses what would unpack into too much, or whose list
 * contradicts itself: `archive_unsafe`. Nothing is unpacked. Layout: APPNOTE.TXT of PKWARE, 4.3.12 and 4.3.16.
 */
export function refuseSwollenArchive(zip: Buffer): void {
  const end = endOf(zip)
  const entries = zip.readUInt16LE(end + 10)
  const listBytes = zip.readUInt32LE(end + 12)
  const start = zip.readUInt32LE(end + 16)
  if (entries > maxEntries || start + listBytes > end) throw unsafe()
  let at = start
  let unpacked = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entryBytes > end || zip.readUInt32LE(at) !== entryMark) throw unsafe()
    const size = zip.readUInt32LE(at + 24)
    unpacked += size
    if (size === sizeElsewhere || unpacked > maxUnpackedBytes) throw unsafe()
    at += entryBytes + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (at !== start + listBytes) throw unsafe()
}

function endOf(zip: Buffer): number {
  const earliest = Math.max(0, zip.length - endBytes - maxCommentBytes)
  for (let at = zip.length - endBytes; at >= earliest; at -= 1) {
    const comment = at + endBytes + zip.readUInt16LE(at + 20)
    if (zip.readUInt32LE(at) === endMark && comment === zip.length) return at
  }
  throw unsafe()
}

const unsafe = () => new Refusal('archive_unsafe')
