import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FileDisk, ReceivedBytes } from '#server/platform/files/disk.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { maxUploadsAtOnce } from '#shared/platform/files/limits.ts'

/** Maximum of uploads that a process receives at once. Each takes a few hundred kilobytes: its bytes go to the disk. */
const maxInProcess = 100
/** When to retry, in seconds. */
const soon = 5
/** Room in a multipart body for boundaries, headers and a few short fields beside the file. */
const envelopeBytes = 32 * 1024

/** The account of each upload in progress. */
const underWay: number[] = []

export interface Upload {
  /** As the sender named it. */
  name: string
  file: ReceivedBytes
}

/**
 * Receives the one file of a multipart body on the disk and passes it to `use` once the whole body has come. Bytes that
 * `use` does not keep are discarded. Refuses with `uploads_at_once`, `overloaded`, `length_required`, `file_too_big`,
 * `file_empty`, `file_interrupted` or `disk_full`.
 */
export async function receiveUpload<T>(
  disk: FileDisk,
  request: FastifyRequest,
  { accountId, maxBytes }: { accountId: number; maxBytes: number },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const length = request.headers['content-length']
  // The length includes the parts around the file, which have no limit of their own.
  if (length === undefined) throw new Refusal('length_required')
  if (Number(length) > maxBytes + envelopeBytes) throw tooBig(maxBytes)
  return withUploadSlot(accountId, async () => {
    const upload = await receive(disk, request, maxBytes)
    try {
      return await use(upload)
    } finally {
      await upload.file.discard()
    }
  })
}

/**
 * Runs a task that receives or reads a whole file. Refuses with `uploads_at_once` or `overloaded` at too many tasks.
 */
export async function withUploadSlot<T>(accountId: number, receiving: () => Promise<T>): Promise<T> {
  const own = underWay.filter((id) => id === accountId).length
  if (own >= maxUploadsAtOnce) throw new Refusal('uploads_at_once', { retryAfter: soon })
  if (underWay.length >= maxInProcess) throw new Refusal('overloaded', { retryAfter: soon })
  underWay.push(accountId)
  try {
    return await receiving()
  } finally {
    underWay.splice(underWay.indexOf(accountId), 1)
  }
}

async function receive(disk: FileDisk, request: FastifyRequest, maxBytes: number): Promise<Upload> {
  // The parser does not notice a connection that is already closed, and would wait for ever.
  if (request.raw.destroyed) throw new Refusal('file_interrupted')
  let upload: Upload | undefined
  try {
    // Reads to the very end: a body that breaks off after its file has not arrived either.
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type !== 'file') continue
      part.file.once('limit', () => part.file.destroy(tooBig(maxBytes)))
      // A file part may lack a name, although its type says otherwise.
      upload = { name: (part.filename as string | undefined) ?? '', file: await disk.receive(part.file) }
    }
    if (!upload?.file.size) throw new Refusal('file_empty')
    return upload
  } catch (fault) {
    await upload?.file.discard()
    throw refusalOf(fault)
  }
}

export const tooBig = (maxBytes: number) =>
  new Refusal('file_too_big', { values: { megabytes: maxBytes / 1024 / 1024 } })

/** Only the file system fails with a `syscall` here; everything else is a fault of the body. */
function refusalOf(fault: unknown): unknown {
  const { syscall, statusCode } = fault as { syscall?: string; statusCode?: number }
  if (fault instanceof Refusal || syscall !== undefined) return fault
  return statusCode === 413 ? new Refusal('payload_too_large') : new Refusal('file_interrupted', { cause: fault })
}
