import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { openApart } from '#server/platform/apart/open-apart.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import type { FileDisk, ReceivedBytes } from '#server/platform/files/disk.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { megabytes } from '#shared/platform/files/limits.ts'
import type cleanDocument from './clean-document.ts'
import type { CleanDocument } from './clean-document.ts'
import { readImage } from './read-image.ts'
import type { Nameless } from './tables.ts'

/** A larger document would not fit into the memory that opening it may take. */
const maxCleanedBytes = 64 * 1024 * 1024

export const documentTypes: Record<CleanDocument['format'], string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

/** The name in the storage of files of a copy without names: derived from that of the file. */
export const copyOf = (id: string): string => sha256(`nameless ${id}`).toString('hex').slice(0, 32)

interface OpenedDocument {
  format: CleanDocument['format']
  /** Without names; or why there is none, in words for the author. */
  copy: ReceivedBytes | Refusal
}

/**
 * Opens a document in a program of its own and makes a copy that names nobody. Null for a file that is no document.
 * Refuses with `archive_unsafe` or `file_too_complex`.
 */
export async function openDocument(
  disk: FileDisk,
  { path, size }: ReceivedBytes,
  isPdf: boolean,
): Promise<OpenedDocument | null> {
  if (isPdf && size > maxCleanedBytes) return { format: 'pdf', copy: reveals(tooLarge) }
  const into = `${path}.nameless`
  try {
    const found = await openApart<typeof cleanDocument>(new URL('./clean-document.ts', import.meta.url), { path, into })
    if (!found) return null
    const { format, left } = found
    if (left.length > 0) return { format, copy: reveals(partsIn(left)) }
    return { format, copy: await disk.receive(createReadStream(into)) }
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'document_unreadable') return { format: 'pdf', copy: fault }
    throw fault
  } finally {
    await rm(into, { force: true })
  }
}

const reveals = (values: { what: string; mend: string }) => new Refusal('file_names_author', { values })
const tooLarge = {
  what: `имена из PDF больше ${megabytes(maxCleanedBytes)} портал убрать не может`,
  mend: 'Уменьшите рисунки в нём или разделите его на части',
}
const partsIn = (left: readonly string[]) => ({
  what: `внутри него ${left
    .slice(0, 3)
    .map((part) => `«${part}»`)
    .join(', ')}, и имена оттуда портал убрать не может`,
  mend: 'Уберите это из документа или сохраните его как PDF',
})

interface File {
  id: string
  type: string
  nameless: Nameless | null
}

const pictures = new Set(['image/jpeg', 'image/png'])
const documents = new Set(Object.values(documentTypes))

/** Copies in the making: judges who ask for a file at the same time share one. */
const underWork = new Map<string, Promise<string | null>>()

/**
 * The name in the storage under which a file stands that names nobody: its own or that of its copy. Null when there can
 * be none. A copy is made when the file is uploaded; for a file from before, when it is first asked for.
 */
export async function namelessOf(services: Pick<Services, 'db' | 'disk'>, file: File): Promise<string | null> {
  const { id, type, nameless } = file
  if (nameless === 'none') return null
  if (nameless === 'own' || !(pictures.has(type) || documents.has(type))) return id
  if (nameless === 'copy' && (await services.disk.sizeOf(copyOf(id))) !== null) return copyOf(id)
  const work = underWork.get(id) ?? makeCopy(services, file).finally(() => underWork.delete(id))
  underWork.set(id, work)
  return work
}

async function makeCopy({ db, disk }: Pick<Services, 'db' | 'disk'>, { id, type }: File): Promise<string | null> {
  const opened = await disk.open(id)
  // Whoever opens it finds that it is missing.
  if (!opened) return id
  const file = await disk.receive(opened.stream)
  try {
    const copy = await copyFrom(disk, file, type)
    await copy?.keep(copyOf(id))
    const kept = copy ? { nameless: 'copy' as const, copy_size: copy.size } : { nameless: 'none' as const }
    await db.updateTable('files').set(kept).where('id', '=', id).execute()
    return copy && copyOf(id)
  } finally {
    await file.discard()
  }
}

/** Null when the file cannot be opened, or names its author for good. */
async function copyFrom(disk: FileDisk, file: ReceivedBytes, type: string): Promise<ReceivedBytes | null> {
  try {
    if (pictures.has(type)) return (await readImage(disk, file.path, 'document')).file
    const copy = (await openDocument(disk, file, type === documentTypes.pdf))?.copy
    return copy && !(copy instanceof Refusal) ? copy : null
  } catch (fault) {
    if (fault instanceof Refusal && fault.code !== 'disk_full') return null
    throw fault
  }
}
