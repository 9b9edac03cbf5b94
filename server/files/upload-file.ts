import { createHash, randomBytes } from 'node:crypto'
import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { fileMaxBytes } from '#shared/files/limits.ts'
import { type ImageShape, readImage } from './read-image.ts'
import { refuseSwollenArchive } from './refuse-swollen-archive.ts'
import type { FilePurpose } from './tables.ts'

const documents: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  png: 'image/png',
}

interface Kept {
  accountId: number
  purpose: FilePurpose
  /** For pictures. */
  shape?: ImageShape
}

/** Stores the file of an upload for this account. The type is read from the bytes; the given name is only a label. */
export async function uploadFile(
  { db, disk }: Services,
  request: FastifyRequest,
  { accountId, purpose, shape = 'photo' }: Kept,
) {
  const upload = await readUpload(request)
  const kept =
    purpose === 'file'
      ? { bytes: upload.bytes, type: await documentType(upload.bytes) }
      : { bytes: await readImage(upload.bytes, shape), type: 'image/webp' }
  // Random, so that nobody can guess it.
  const id = randomBytes(16).toString('hex')
  await disk.put(id, kept.bytes)
  await db
    .insertInto('files')
    .values({
      id,
      account_id: accountId,
      purpose,
      name: upload.name,
      type: kept.type,
      size: kept.bytes.length,
      sha256: createHash('sha256').update(kept.bytes).digest('hex'),
    })
    .execute()
  return { file_id: id, name: upload.name, size: kept.bytes.length, type: kept.type, url: `/api/v3/user/files/${id}` }
}

async function readUpload(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type')
  const part = await request.file({ limits: { fileSize: fileMaxBytes }, throwFileSizeLimit: false })
  if (!part) throw new Refusal('file_empty')
  const bytes = await part.toBuffer()
  if (part.file.truncated) throw new Refusal('file_too_big', { values: { megabytes: fileMaxBytes / 1024 / 1024 } })
  if (bytes.length === 0) throw new Refusal('file_empty')
  return { name: labelOf(part.filename), bytes }
}

async function documentType(bytes: Buffer): Promise<string> {
  // Checked first: detecting the type of a document unpacks part of the zip.
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
