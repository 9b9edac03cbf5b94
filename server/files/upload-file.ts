import { createHash, randomBytes } from 'node:crypto'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { largestUploadBytes } from '#shared/files/routes.ts'
import { readImage } from './read-image.ts'
import { refuseSwollenArchive } from './refuse-swollen-archive.ts'

const documents: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/** Keeps an upload of this account. The type is read from the bytes; the name the person gave is only a label. */
export async function uploadFile(
  { db, disk }: Services,
  upload: { accountId: number; purpose: 'file' | 'image'; name: string; bytes: Buffer; truncated: boolean },
) {
  if (upload.truncated) throw new Refusal('file_too_big', { values: { megabytes: largestUploadBytes / 1024 / 1024 } })
  if (upload.bytes.length === 0) throw new Refusal('file_empty')
  const kept =
    upload.purpose === 'image'
      ? { bytes: await readImage(upload.bytes), type: 'image/webp' }
      : { bytes: upload.bytes, type: await documentType(upload.bytes) }
  const id = randomBytes(16).toString('hex')
  const name = labelOf(upload.name)
  await disk.put(id, kept.bytes)
  await db
    .insertInto('files')
    .values({
      id,
      account_id: upload.accountId,
      purpose: upload.purpose,
      name,
      type: kept.type,
      size: kept.bytes.length,
      sha256: createHash('sha256').update(kept.bytes).digest('hex'),
    })
    .execute()
  return { file_id: id, name, size: kept.bytes.length, type: kept.type, url: `/api/v3/user/files/${id}` }
}

async function documentType(bytes: Buffer): Promise<string> {
  // First: the library unpacks a part of a zip to tell what kind of document it is.
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') refuseSwollenArchive(bytes)
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found && documents[found.ext]
  if (!type) throw new Refusal('file_type_unsupported', { values: { formats: Object.keys(documents).join(', ') } })
  return type
}

/** The name without path, control characters and characters that cannot be stored, at most 120 characters long. */
function labelOf(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = [...last]
    .filter((c) => c >= ' ' && c !== '\u007f')
    .slice(-120)
    .join('')
    .trim()
  return clean === '' ? 'файл' : clean
}
