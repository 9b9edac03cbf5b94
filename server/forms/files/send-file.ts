import type { FastifyReply } from 'fastify'
import type { FileDisk } from '#server/platform/files/disk.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { byteRange } from '#server/platform/http/byte-range.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { FileScan } from '#shared/platform/files/limits.ts'
import { namelessOf } from './nameless-copy.ts'
import type { Nameless } from './tables.ts'

/** The columns of a file that are needed to send it. */
interface SentFile {
  id: string
  name: string
  type: string
  scan: FileScan
}

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

/**
 * Sends a file, or its copy, that names nobody, to people who must not know who its author is. Also refuses with
 * `file_not_nameless`.
 */
export async function sendNameless(
  reply: FastifyReply,
  services: Pick<Services, 'db' | 'disk'>,
  file: SentFile & { nameless: Nameless | null },
): Promise<undefined> {
  refuseUnsafe(file)
  const id = await namelessOf(services, file)
  if (id === null) throw new Refusal('file_not_nameless')
  return sendFile(reply, services.disk, { ...file, id })
}

function refuseUnsafe({ scan }: SentFile): void {
  if (scan === 'waiting') throw new Refusal('file_in_quarantine', { retryAfter: 10 })
  if (scan === 'infected') throw new Refusal('file_infected')
}
