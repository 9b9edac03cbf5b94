import type { FastifyReply } from 'fastify'
import type { FileDisk } from '#server/platform/files/disk.ts'
import { Refusal } from '#shared/api/refusals.ts'

/** Sends a stored file as a download, never inline: no upload may run as a page of the portal. */
export async function sendFile(
  reply: FastifyReply,
  disk: FileDisk,
  file: { id: string; name: string; type: string },
): Promise<undefined> {
  const opened = await disk.open(file.id)
  if (!opened) throw new Refusal('not_found')
  reply.headers({
    'Content-Type': file.type,
    'Content-Length': opened.size,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'Content-Security-Policy': 'sandbox',
  })
  reply.send(opened.stream)
  return undefined
}
