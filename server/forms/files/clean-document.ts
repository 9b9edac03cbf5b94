import { readFile, writeFile } from 'node:fs/promises'
import { isZip } from '#server/platform/documents/read-zip.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { cleanOffice, type OfficeFormat } from './clean-office.ts'
import { isPdf } from './is-pdf.ts'

/** A document, and where to write it without the names of people. */
export interface Document {
  path: string
  into: string
}

export interface CleanDocument {
  format: 'pdf' | OfficeFormat
  /** Files in the document from which names cannot be removed; then nothing is written. */
  left: string[]
}

/**
 * Opens a document of a stranger, in a program of its own. Null for a file that is no document; refuses with
 * `archive_unsafe` or `document_unreadable`.
 */
export default async function cleanDocument({ path, into }: Document): Promise<CleanDocument | null> {
  const bytes = await readFile(path)
  if (isZip(bytes)) {
    const { format, bytes: clean, left } = await cleanOffice(bytes)
    if (format !== null && left.length === 0) await writeFile(into, clean, { mode: 0o600 })
    return format && { format, left }
  }
  if (!isPdf(bytes)) return null
  const { cleanPdf } = await import('./clean-pdf.ts')
  const clean = await cleanPdf(bytes).catch((cause: unknown) => {
    throw cause instanceof Refusal ? cause : new Refusal('document_unreadable', { cause })
  })
  await writeFile(into, clean, { mode: 0o600 })
  return { format: 'pdf', left: [] }
}
