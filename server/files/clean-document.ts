import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The document without its author, the authors of remarks and signatures, and the camera data of its pictures. */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context } = pdf
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Filter')) === PDFName.of('DCTDecode'))
      context.assign(ref, PDFRawStream.of(object.dict, plainPicture(object.contents)))
    const dict = object instanceof PDFStream ? object.dict : null
    if (dict?.get(PDFName.of('Type')) === PDFName.of('Metadata')) context.delete(ref)
  }
  for (const dict of [pdf.catalog, ...pdf.getPages().map(({ node }) => node)])
    for (const key of ['Metadata', 'PieceInfo']) dict.delete(PDFName.of(key))
  for (const [, object] of context.enumerateIndirectObjects()) if (object instanceof PDFDict) forgetAuthor(object)
  // Remarks may be written directly into their page.
  for (const page of pdf.getPages())
    for (const remark of page.node.Annots()?.asArray() ?? []) if (remark instanceof PDFDict) forgetAuthor(remark)
  const { Info: info } = context.trailerInfo
  if (info) context.trailerInfo.Info = context.obj({})
  for (const [ref] of context.enumerateIndirectObjects()) if (ref === info) context.delete(ref)
  return pdf.save()
}

/**
 * The picture without camera data. It is not decoded, and so not rotated: the document says how to place the picture.
 */
function plainPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept = view[0] === 0xff && view[1] === 0xd8 ? partsOfJpeg(view) : partsOfPng(view)
  return new Uint8Array(kept === null ? bytes : Buffer.concat(kept))
}

const isNote = (marker: number) => (marker >= 0xe1 && marker <= 0xed && marker !== 0xe2) || marker === 0xfe

function partsOfJpeg(view: Buffer): Buffer[] | null {
  const kept = [view.subarray(0, 2)]
  for (let at = 2; at + 4 <= view.length; ) {
    const marker = view.readUInt8(at + 1)
    if (view[at] !== 0xff) return null
    // The rest is the picture itself.
    if (marker === 0xda) return [...kept, view.subarray(at)]
    const end = at + 2 + view.readUInt16BE(at + 2)
    if (!isNote(marker)) kept.push(view.subarray(at, end))
    at = end
  }
  return null
}

function partsOfPng(view: Buffer): Buffer[] | null {
  if (view.subarray(0, 8).toString('hex') !== '89504e470d0a1a0a') return null
  const kept = [view.subarray(0, 8)]
  for (let at = 8; at + 12 <= view.length; ) {
    const end = at + 12 + view.readUInt32BE(at)
    if (!/^(?:tEXt|iTXt|zTXt|eXIf)$/.test(view.toString('latin1', at + 4, at + 8))) kept.push(view.subarray(at, end))
    at = end
  }
  return kept
}

/** Removes the author of a remark or a signature. Signatures are no longer valid once the document is saved again. */
function forgetAuthor(dict: PDFDict): void {
  const subtype = dict.get(PDFName.of('Subtype'))
  // For a field of a form this key is its name.
  if (dict.has(PDFName.of('Rect')) && subtype !== PDFName.of('Widget')) dict.delete(PDFName.of('T'))
  if (!dict.has(PDFName.of('ByteRange'))) return
  for (const key of ['Name', 'ContactInfo', 'Location', 'Reason', 'Cert']) dict.delete(PDFName.of(key))
  dict.set(PDFName.of('Contents'), PDFHexString.of(''))
}

const properties = {
  'docProps/core.xml':
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>',
  'docProps/app.xml': '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>',
  'docProps/custom.xml':
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>',
}
/** Authors of changes and remarks, and users who worked on the file, in Word, Excel and PowerPoint. */
const authors = /\b((?:\w+:)?(?:author|initials|userName|displayName|userId|providerId))=(?:"[^"]*"|'[^']*')/g
/** Entries in lists of people who wrote remarks or had the file open. */
const people = /<(?:\w+:)?(?:cmAuthor|author|userInfo)\b[^<>]*>/g
/** The folder in which the file was saved: its path often contains the owner's name. */
const folder = /(<(?:\w+:)?absPath\b[^<>]*\burl)="[^"]*"/g
const template = /\bTarget="(?:file:|[a-z]:[\\/]|\\\\)[^"]*"/gi
const writers = /(<author>)([^<]*)(<\/author>)/g

function cleanPart(name: string, text: string): string {
  if (name.endsWith('.rels')) return text.replace(template, 'Target="file:///-"')
  // Excel begins the text of a remark with its author's name.
  const names = /^xl\/comments/.test(name) ? [...text.matchAll(writers)].map(([, , writer = '']) => writer) : []
  const nameless = names
    .filter((writer) => writer.trim() !== '')
    .reduce((rest, writer) => rest.replaceAll(`>${writer}:`, '>'), text)
  return nameless
    .replace(writers, '$1$3')
    .replace(authors, '$1=""')
    .replace(people, (element) => element.replace(/\bname=(?:"[^"]*"|'[^']*')/, 'name=""'))
    .replace(folder, '$1=""')
}

/** A document of Word, Excel or PowerPoint without the names of people, and without the camera data of its pictures. */
export function cleanOffice(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes)
  for (const [name, text] of Object.entries(properties)) if (parts[name]) parts[name] = strToU8(text)
  for (const [name, part] of Object.entries(parts))
    if (/\.(?:xml|rels)$/.test(name) && !name.startsWith('docProps/')) {
      const text = strFromU8(part)
      const clean = cleanPart(name, text)
      if (clean !== text) parts[name] = strToU8(clean)
    } else if (/\.(?:jpe?g|png)$/i.test(name)) parts[name] = plainPicture(part)
  return zipSync(parts)
}
