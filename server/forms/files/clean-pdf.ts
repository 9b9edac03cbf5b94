import { constants, deflateSync, inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { cleanPicture, withPlainJpegs } from './clean-picture.ts'

const name = (text: string) => PDFName.of(text)

/** What a reader needs to show the document. The rest says who made it, and for whom. */
const ofDocument = new Set([
  ...['Type', 'Version', 'Extensions', 'Pages', 'PageLabels', 'Names', 'Dests', 'ViewerPreferences', 'PageLayout'],
  ...['PageMode', 'Outlines', 'AcroForm', 'StructTreeRoot', 'MarkInfo', 'Lang', 'OCProperties', 'OutputIntents'],
])
/** Keys of any object under which programs write people, folders and the file that a picture was taken from. */
const aboutPeople = [
  ...['Metadata', 'PieceInfo', 'AF', 'LastModified', 'RC', 'Author', 'Creator', 'CreatorInfo', 'Producer', 'Company'],
  ...['Manager', 'XFA', 'JS', 'DPM', 'SpiderInfo', 'WebCaptureInfo', 'Threads'],
]
/** Remarks with a file in them. */
const withFile = new Set(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D'])
/** Acts of links that name a file or an address. */
const placeKeys = ['F', 'UF', 'DOS', 'Mac', 'Unix', 'Win', 'Desc', 'EF', 'RF', 'P', 'URI', 'FDecodeParms', 'FFilter']

/**
 * The document with only what its pages show: without its author, earlier versions, attachments, the authors of remarks
 * and signatures, and the camera data of its pictures. One that everybody can open, but not change, is written anew
 * without its password. Throws for a document that cannot be read.
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  refuseSwollenObjects(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const pdf = await PDFDocument.load(bytes, {
    updateMetadata: false,
    password: '',
    parseSpeed: Number.POSITIVE_INFINITY,
  })
  if (pdf.getPageCount() === 0) throw new Error('no pages')
  const { context, catalog } = pdf
  for (const key of catalog.keys()) if (!ofDocument.has(key.decodeText())) catalog.delete(key)
  const names = catalog.lookup(name('Names'))
  if (names instanceof PDFDict) for (const key of names.keys()) if (key.decodeText() !== 'Dests') names.delete(key)
  const root = context.trailerInfo.Root
  context.trailerInfo = root ? { Root: root } : {}
  const shown = await scrubFrom(context, catalog)
  if (root instanceof PDFRef) shown.add(root)
  // Earlier versions and whatever nothing refers to any more.
  for (const [ref] of context.enumerateIndirectObjects()) if (!shown.has(ref)) context.delete(ref)
  return pdf.save({ updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY })
}

/**
 * Objects may be packed into a stream, which the library unpacks at once, however large. Known here by its usual
 * spelling, so that a bomb is refused before it takes memory; in another spelling it ends the program.
 */
function refuseSwollenObjects(pdf: Buffer): void {
  for (let at = pdf.indexOf('/ObjStm'); at >= 0; at = pdf.indexOf('/ObjStm', at + 1)) {
    const [, mark = ''] = /stream(\r?\n)/.exec(pdf.toString('latin1', at, at + 400)) ?? []
    const start = pdf.indexOf(`stream${mark}`, at) + 'stream'.length + mark.length
    try {
      inflateSync(pdf.subarray(start), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
    } catch (fault) {
      if (isTooMuch(fault)) throw new Refusal('file_too_complex')
    }
  }
}

const isTooMuch = (fault: unknown) => (fault as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'

/** Cleans every object that can be reached, and returns the references to them. */
async function scrubFrom(context: PDFContext, first: PDFObject): Promise<Set<PDFRef>> {
  const seen = new Set<PDFRef>()
  const waiting: PDFObject[] = [first]
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      const found = seen.has(object) ? undefined : context.lookup(object)
      if (found === undefined) continue
      seen.add(object)
      const plain = found instanceof PDFRawStream ? await plainStream(context, found) : found
      if (plain !== found) context.assign(object, plain)
      waiting.push(plain)
    } else if (object instanceof PDFArray) waiting.push(...object.asArray())
    else {
      const dict = object instanceof PDFStream ? object.dict : object
      if (!(dict instanceof PDFDict)) continue
      scrub(dict)
      waiting.push(...dict.values())
    }
  }
  return seen
}

const textOf = (dict: PDFDict, key: string): string | null => {
  const found = dict.lookup(name(key))
  return found instanceof PDFName ? found.decodeText() : null
}
const drop = (dict: PDFDict, keys: readonly string[]) => {
  for (const key of keys) dict.delete(name(key))
}

function scrub(dict: PDFDict): void {
  drop(dict, aboutPeople)
  for (const key of dict.keys()) if (key.decodeText().startsWith('PTEX.')) dict.delete(key)
  const [type, subtype, act] = [textOf(dict, 'Type'), textOf(dict, 'Subtype'), textOf(dict, 'S')]
  if (type === 'Filespec' || type === 'F' || dict.has(name('EF')) || dict.has(name('UF'))) drop(dict, placeKeys)
  if (act !== null && isPlace(dict, act)) drop(dict, placeKeys)
  const remarks = dict.lookup(name('Annots'))
  if (remarks instanceof PDFArray)
    for (let at = remarks.size() - 1; at >= 0; at -= 1) {
      const remark = remarks.lookup(at)
      if (remark instanceof PDFDict && withFile.has(textOf(remark, 'Subtype') ?? '')) remarks.remove(at)
    }
  // For a field of a form this key is its name.
  if (dict.has(name('Rect')) && subtype !== 'Widget') drop(dict, ['T', 'Subj', 'FS'])
  if (isSignature(dict.lookup(name('V')))) drop(dict, ['V', 'AP'])
  if (isSignature(dict)) drop(dict, ['Name', 'ContactInfo', 'Location', 'Reason', 'Cert', 'Contents', 'Prop_Build'])
}

function isPlace(dict: PDFDict, act: string): boolean {
  if (/^(?:Launch|GoToR|GoToE|ImportData|SubmitForm|JavaScript|Rendition|Movie|Sound)$/.test(act)) return true
  const address = act === 'URI' ? dict.lookup(name('URI')) : undefined
  const isText = address instanceof PDFString || address instanceof PDFHexString
  return isText && !/^(?:https?|ftp):/i.test(address.decodeText())
}

const isSignature = (object: PDFObject | undefined): object is PDFDict =>
  object instanceof PDFDict && object.has(name('ByteRange'))

const namesOf = (object: PDFObject | undefined): string[] => {
  if (object instanceof PDFName) return [object.decodeText()]
  return object instanceof PDFArray ? object.asArray().flatMap((_each, at) => namesOf(object.lookup(at))) : []
}
/** More than the contents of a page ever have. */
const maxOutputLength = 64 * 1024 * 1024
const pictures = new Set(['DCTDecode', 'DCT', 'JPXDecode'])

async function plainStream(context: PDFContext, stream: PDFRawStream): Promise<PDFRawStream> {
  const { dict } = stream
  const filters = namesOf(dict.lookup(name('Filter')) ?? dict.lookup(name('F')))
  const [type, subtype] = [textOf(dict, 'Type'), textOf(dict, 'Subtype')]
  if (type === 'Metadata' || type === 'EmbeddedFile' || subtype === 'XML')
    return streamOf(context, dict, Buffer.alloc(0))
  // Contents that stand in another file.
  if (dict.lookup(name('F')) !== undefined && !(dict.lookup(name('F')) instanceof PDFName)) drop(dict, placeKeys)
  const last = filters.at(-1) ?? ''
  if (pictures.has(last)) {
    const picture = Buffer.from(
      filters.length === 1 ? stream.contents : unpacked(context, stream, filters.slice(0, -1)),
    )
    const clean = await cleanPicture(picture)
    if (!clean) throw new Error('a picture in another form than it says')
    dict.set(name('Filter'), name(last === 'DCT' ? 'DCTDecode' : last))
    // The parameters of the last filter only.
    const parameters = dict.lookup(name('DecodeParms'))
    if (parameters instanceof PDFArray) dict.set(name('DecodeParms'), parameters.get(parameters.size() - 1))
    return PDFRawStream.of(dict, clean)
  }
  // A page or a part of one: it may contain pictures of its own.
  if (subtype === 'Image' || type === 'ObjStm' || type === 'XRef' || dict.has(name('Length1'))) return stream
  const contents = contentsOf(context, stream, filters)
  const plain = contents && withPlainJpegs(contents)
  return plain === contents || plain === null ? stream : streamOf(context, dict, plain)
}

/** Null for contents in a form of pictures, or of the future. */
function contentsOf(context: PDFContext, stream: PDFRawStream, filters: readonly string[]): Buffer | null {
  try {
    if (filters.length === 0) return Buffer.from(stream.contents)
    const isUsual = filters.length === 1 && filters[0] === 'FlateDecode'
    return isUsual
      ? inflateSync(stream.contents, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
      : Buffer.from(unpacked(context, stream, filters))
  } catch (fault) {
    if (isTooMuch(fault)) throw new Refusal('file_too_complex')
    return null
  }
}

function unpacked(context: PDFContext, stream: PDFRawStream, filters: readonly string[]): Uint8Array {
  const dict = stream.dict.clone(context)
  dict.set(name('Filter'), context.obj(filters))
  const parameters = dict.lookup(name('DecodeParms'))
  if (parameters instanceof PDFArray)
    dict.set(name('DecodeParms'), context.obj(parameters.asArray().slice(0, filters.length)))
  return decodePDFRawStream(PDFRawStream.of(dict, stream.contents)).decode()
}

function streamOf(context: PDFContext, dict: PDFDict, contents: Buffer): PDFRawStream {
  drop(dict, ['Filter', 'DecodeParms'])
  dict.set(name('Filter'), name('FlateDecode'))
  dict.set(name('Length'), context.obj(contents.length))
  return PDFRawStream.of(dict, deflateSync(contents))
}
