import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import type { FileDisk } from '#server/platform/files/disk.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { byteRange } from '#server/platform/http/byte-range.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { FileScan } from '#shared/files/limits.ts'
import { mayNameAuthor, withoutMetadata } from './without-metadata.ts'

/** The columns of a file that are needed to send it. */
interface SentFile {
  id: string
  name: string
  type: string
  scan: FileScan
}

/** A file is held in memory while the data about its author is removed. */
const maxCleanedBytes = 40 * 1024 * 1024

/**
 * Sends a stored file as a download, never inline: no upload may run as a page of the portal. Sends a range of bytes
 * when the request names one. Refuses with `file_in_quarantine`, `file_infected`, `file_range` or `not_found`.
 */
export async function sendFile(reply: FastifyReply, disk: FileDisk, file: SentFile): Promise<undefined> {
  refuseUnsafe(file)
  const { id, name, type } = file
  const size = await disk.sizeOf(id)
  if (size === null) throw new Refusal('not_found')
  const range = byteRange(reply.request.headers.range, size)
  if (range === 'none') throw new Refusal('file_range')
  const [start, end] = range ?? [0, size - 1]
  const body = range ? await disk.openRange(id, start, end) : (await disk.open(id))?.stream
  if (!body) throw new Refusal('not_found')
  const part = range ? { part: { start, end, of: size } } : {}
  return sendAttachment(reply, { name, type, body, size: end - start + 1, etag: id, ...part })
}

/** Sends a file without the data in it about its author, for people who must not know who that is. */
export async function sendNameless(reply: FastifyReply, disk: FileDisk, file: SentFile): Promise<undefined> {
  if (!mayNameAuthor(file.type)) return sendFile(reply, disk, file)
  refuseUnsafe(file)
  const opened = await disk.open(file.id)
  if (!opened) throw new Refusal('not_found')
  if (opened.size > maxCleanedBytes) {
    opened.stream.destroy()
    throw new Refusal('file_not_nameless')
  }
  const clean = await withoutMetadata(await buffer(opened.stream), file.type).catch(() => {
    throw new Refusal('file_not_nameless')
  })
  return sendAttachment(reply, { name: file.name, type: file.type, body: clean, size: clean.length })
}

function refuseUnsafe({ scan }: SentFile): void {
  if (scan === 'waiting') throw new Refusal('file_in_quarantine', { retryAfter: 10 })
  if (scan === 'infected') throw new Refusal('file_infected')
}
