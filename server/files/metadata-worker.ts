import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

export interface Metadata {
  kind: 'pdf' | 'office'
  bytes: Uint8Array
}

async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context } = pdf
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream || object instanceof PDFRawStream ? object.dict : null
    if (dict?.get(PDFName.of('Type')) === PDFName.of('Metadata')) context.delete(ref)
  }
  pdf.catalog.delete(PDFName.of('Metadata'))
  for (const page of pdf.getPages()) page.node.delete(PDFName.of('Metadata'))
  const { Info: info } = context.trailerInfo
  if (info) context.trailerInfo.Info = context.obj({})
  for (const [ref] of context.enumerateIndirectObjects()) if (ref === info) context.delete(ref)
  return pdf.save({ updateFieldAppearances: false })
}

const properties = {
  'docProps/core.xml':
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>',
  'docProps/app.xml': '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>',
  'docProps/custom.xml':
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>',
}
/** Who made a change or a comment, and who worked on the file. */
const authors = /\b((?:w|w15):(?:author|initials)|displayName|userId|providerId)="[^"]*"/g

function cleanOffice(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes)
  for (const [name, text] of Object.entries(properties)) if (parts[name]) parts[name] = strToU8(text)
  for (const [name, part] of Object.entries(parts))
    if (/\.xml$/.test(name) && !name.startsWith('docProps/')) {
      const text = strFromU8(part)
      const clean = text.replace(authors, '$1=""')
      if (clean !== text) parts[name] = strToU8(clean)
    }
  return zipSync(parts)
}

const { kind, bytes } = workerData as Metadata
parentPort?.postMessage(kind === 'pdf' ? await cleanPdf(bytes) : cleanOffice(bytes))
