import { gunzipSync, inflateSync } from 'node:zlib'
import { PDFDocument, PDFHexString, PDFString } from '@cantoo/pdf-lib'
import { unzipSync } from 'fflate'

/** Whether a word stands anywhere in a file, in any encoding, also in what is packed in it. */
export async function holdsName(file: Uint8Array, word: string, depth = 0): Promise<boolean> {
  const bytes = Buffer.from(file)
  const swapped = Buffer.from(word, 'utf16le').swap16()
  const forms = [
    Buffer.from(word),
    Buffer.from(word, 'utf16le'),
    swapped,
    Buffer.from(swapped.toString('hex').toUpperCase()),
  ]
  if (forms.some((form) => bytes.includes(form)) || depth > 4) return depth <= 4
  const inside = [...inZip(bytes), ...inGzip(bytes), ...inStreams(bytes)]
  for (const part of inside) if (await holdsName(part, word, depth + 1)) return true
  return bytes.subarray(0, 5).toString() === '%PDF-' && (await objectsOf(bytes)).includes(word)
}

function inZip(bytes: Buffer): Uint8Array[] {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return []
  const parts = unzipSync(bytes)
  return [...Object.keys(parts).map((name) => Buffer.from(name)), ...Object.values(parts)]
}

const inGzip = (bytes: Buffer): Buffer[] => (bytes.toString('hex', 0, 2) === '1f8b' ? [gunzipSync(bytes)] : [])

/** What the streams of a PDF unpack into, whatever they are called. */
function inStreams(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    const packed = bytes.subarray(at + 7)
    found.push(...unpacked(packed), ...unpacked(Buffer.from(packed.toString('latin1', 0, packed.indexOf('>')), 'hex')))
  }
  return found
}

function unpacked(bytes: Buffer): Buffer[] {
  try {
    return [inflateSync(bytes, { finishFlush: 2 })]
  } catch {
    return []
  }
}

/** All texts of a PDF, in whatever way they are written. */
async function objectsOf(bytes: Buffer): Promise<string> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false, password: '' })
  const texts: string[] = []
  const look = (object: unknown) => {
    if (object instanceof PDFString || object instanceof PDFHexString) texts.push(object.decodeText())
  }
  for (const [, object] of context.enumerateIndirectObjects()) {
    texts.push(object.toString())
    for (const value of (object as { values?: () => unknown[] }).values?.() ?? []) look(value)
  }
  return texts.join('\n')
}
