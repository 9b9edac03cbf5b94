import { gunzipSync, gzipSync } from 'node:zlib'

/** A picture in a document, a file of its own apart from the document, from which nothing can be removed. */
export class Uncleanable extends Error {}

const maxUnpackedBytes = 64 * 1024 * 1024

/**
 * The picture without what programs and cameras write into it: authors, places, comments. It is not decoded, and so not
 * rotated: the document says how to place it. Null for what is no picture; throws `Uncleanable` for one in a form that
 * cannot be read to its end.
 */
export async function cleanPicture(bytes: Buffer): Promise<Buffer | null> {
  const [, clean] = forms.find(([begins]) => begins(bytes)) ?? []
  if (!clean) return null
  try {
    return await clean(bytes)
  } catch (fault) {
    // The numbers of the picture point outside it.
    throw new Uncleanable('picture', { cause: fault })
  }
}

const begins =
  (hex: string, at = 0) =>
  (bytes: Buffer) =>
    bytes.subarray(at, at + hex.length / 2).toString('hex') === hex

const forms: readonly [(bytes: Buffer) => boolean, (bytes: Buffer) => Buffer | Promise<Buffer>][] = [
  [begins('ffd8'), plainJpeg],
  [begins('89504e470d0a1a0a'), plainPng],
  [begins('47494638'), plainGif],
  [(bytes) => /^RIFF[\s\S]{4}WEBP/.test(bytes.toString('latin1', 0, 12)), plainWebp],
  [(bytes) => begins('49492a00')(bytes) || begins('4d4d002a')(bytes), plainTiff],
  [begins('0000000c6a502020'), plainJpeg2000],
  [begins('ff4fff51'), plainCodestream],
  [begins('20454d46', 40), plainEmf],
  [
    (bytes) => ['d7cdc69a', '010009000', '020009000'].some((start) => bytes.toString('hex', 0, 8).startsWith(start)),
    plainWmf,
  ],
  [begins('424d'), (bytes) => bytes.subarray(0, bytes.readUInt32LE(2) || bytes.length)],
  // A metafile may be packed.
  [begins('1f8b'), async (bytes) => gzipSync(await unpacked(bytes))],
]

async function unpacked(bytes: Buffer): Promise<Buffer> {
  const plain = await cleanPicture(gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes }))
  if (plain === null) throw new Error('no picture')
  return plain
}

/** Whether a segment says how the picture looks, in contrast to what a program says about it. */
function isSeen(marker: number, said: Buffer): boolean {
  const starts = (words: string) => said.toString('latin1', 0, words.length) === words
  if (marker === 0xe0) return starts('JFIF\0')
  if (marker === 0xe2) return starts('ICC_PROFILE\0')
  if (marker === 0xee) return starts('Adobe')
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef)
}

/** Ends at the end of the picture: what programs append is not kept. */
function plainJpeg(bytes: Buffer): Buffer {
  return plainJpegFrom(bytes, 0).plain
}

function plainJpegFrom(bytes: Buffer, start: number): { plain: Buffer; end: number } {
  const kept = [bytes.subarray(start, start + 2)]
  for (let at = start + 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new Error('no marker')
    const marker = bytes.readUInt8(at + 1)
    // Any number of such bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return { plain: Buffer.concat([...kept, bytes.subarray(at, at + 2)]), end: at + 2 }
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      if (end > bytes.length) throw new Error('cut off')
      const from = at
      at = marker === 0xda ? endOfScan(bytes, end) : end
      if (isSeen(marker, bytes.subarray(from + 4, end))) kept.push(bytes.subarray(from, at))
      // Some programs leave the end mark out.
      if (at >= bytes.length) return { plain: Buffer.concat(kept), end: at }
    }
  }
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes.readUInt8(at + 1)
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return bytes.length
}

/** Bytes among which JPEG pictures stand, as in a page of a PDF, with these pictures plain. */
export function withPlainJpegs(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let done = 0
  for (let at = bytes.indexOf(jpegStart); at >= 0; at = bytes.indexOf(jpegStart, Math.max(done, at + 1))) {
    const found = jpegAt(bytes, at)
    if (!found) continue
    kept.push(bytes.subarray(done, at), found.plain)
    done = found.end
  }
  return done === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(done)])
}

/** Null where other data only begin like a JPEG. */
function jpegAt(bytes: Buffer, at: number) {
  try {
    return plainJpegFrom(bytes, at)
  } catch {
    return null
  }
}

const jpegStart = Buffer.from('ffd8ff', 'hex')

const seenChunks =
  /^(?:IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|hIST|pHYs|sPLT|cICP|mDCV|cLLI|acTL|fcTL|fdAT)$/

function plainPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; ; ) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new Error('cut off')
    if (seenChunks.test(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return Buffer.concat(kept)
    at = end
  }
}

/** Extensions of the form: what the next frame looks like, and how often the frames repeat. */
const repeats = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/

function plainGif(bytes: Buffer): Buffer {
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colours(bytes.readUInt8(10))
  const kept = [bytes.subarray(0, at)]
  for (;;) {
    const start = at
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) return Buffer.concat([...kept, bytes.subarray(at, at + 1)])
    if (kind !== 0x21 && kind !== 0x2c) throw new Error('no block')
    at += kind === 0x21 ? 2 : 11 + colours(bytes.readUInt8(at + 9))
    while (bytes.readUInt8(at) > 0) at += 1 + bytes.readUInt8(at)
    at += 1
    const label = bytes.readUInt8(start + 1)
    const isFrame = kind === 0x2c || label === 0xf9
    if (isFrame || (label === 0xff && repeats.test(bytes.toString('latin1', start + 3, start + 14))))
      kept.push(bytes.subarray(start, at))
  }
}

function plainWebp(bytes: Buffer): Buffer {
  const kept = [Buffer.from(bytes.subarray(0, 12))]
  const whole = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= whole; ) {
    const size = bytes.readUInt32LE(at + 4)
    const chunk = Buffer.from(bytes.subarray(at, at + 8 + size + (size % 2)))
    const name = chunk.toString('latin1', 0, 4)
    // The flags say whether EXIF and XMP follow.
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~0x0c, 8)
    if (/^(?:VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/.test(name)) kept.push(chunk)
    at += 8 + size + (size % 2)
  }
  const plain = Buffer.concat(kept)
  plain.writeUInt32LE(plain.length - 8, 4)
  return plain
}

/** Its parts may stand anywhere and refer to each other, so it is made anew. */
async function plainTiff(bytes: Buffer): Promise<Buffer> {
  const { openPicture } = await import('./pictures.ts')
  return (await openPicture(bytes)).tiff({ compression: 'lzw' }).toBuffer()
}

function plainJpeg2000(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const said = bytes.readUInt32BE(at)
    const end = said === 0 ? bytes.length : at + said
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (said === 1 || (said !== 0 && said < 8) || end > bytes.length) throw new Error('no box')
    if (name === 'jp2c') kept.push(bytes.subarray(at, at + 8), plainCodestream(bytes.subarray(at + 8, end)))
    else if (/^(?:jP {2}|ftyp|jp2h)$/.test(name)) kept.push(bytes.subarray(at, end))
    const last = kept.at(-2)
    if (name === 'jp2c' && last) {
      const head = Buffer.from(last)
      head.writeUInt32BE(8 + (kept.at(-1)?.length ?? 0))
      kept.splice(-2, 1, head)
    }
    at = end
  }
  return Buffer.concat(kept)
}

/** Without comments in its head. */
function plainCodestream(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; ; ) {
    const marker = bytes.readUInt16BE(at)
    // The first tile: the rest is the picture itself.
    if (marker === 0xff90) return Buffer.concat([...kept, bytes.subarray(at)])
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker !== 0xff64) kept.push(bytes.subarray(at, end))
    at = end
  }
}

/** Without the names of program and picture, and without comments other than those which are the drawing itself. */
function plainEmf(bytes: Buffer): Buffer {
  const head = Buffer.from(bytes.subarray(0, bytes.readUInt32LE(4)))
  // The head may be followed by the name of the picture, at a place that it states.
  const firstEnd = bytes.readUInt32LE(60) > 0 ? bytes.readUInt32LE(64) : head.length
  head.fill(0, Math.min(firstEnd, head.length))
  head.fill(0, 60, 68)
  const kept: Buffer[] = [head]
  for (let at = head.length; at + 8 <= bytes.length; ) {
    const [kind, size] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    if (size < 8 || at + size > bytes.length) throw new Error('no record')
    const record = bytes.subarray(at, at + size)
    const isDrawing = kind !== 70 || record.toString('latin1', 12, 16) === 'EMF+'
    if (isDrawing) kept.push(withPlainJpegs(record).length === size ? record : refused())
    at += size
    if (kind === 14) break
  }
  const plain = Buffer.concat(kept)
  plain.writeUInt32LE(plain.length, 48)
  plain.writeUInt32LE(kept.length, 52)
  return plain
}

function refused(): never {
  throw new Error('a picture in the picture names somebody')
}

/** Without comments and data for programs. */
function plainWmf(bytes: Buffer): Buffer {
  const start = begins('d7cdc69a')(bytes) ? 22 : 0
  const head = Buffer.from(bytes.subarray(0, start + 18))
  const kept: Buffer[] = [head]
  for (let at = head.length; at + 6 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at) * 2
    const kind = bytes.readUInt16LE(at + 4)
    if (size < 6 || at + size > bytes.length) throw new Error('no record')
    if (kind !== 0x0626) kept.push(bytes.subarray(at, at + size))
    at += size
    if (kind === 0) break
  }
  const plain = Buffer.concat(kept)
  plain.writeUInt32LE((plain.length - start) / 2, start + 6)
  return plain
}
