import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import type { FileDisk } from '#server/platform/files/disk.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { withoutMetadata } from './without-metadata.ts'

/** Sends a stored file as a download, never inline: no upload may run as a page of the portal. */
export async function sendFile(
  reply: FastifyReply,
  disk: FileDisk,
  file: { id: string; name: string; type: string },
): Promise<undefined> {
  const opened = await disk.open(file.id)
  if (!opened) throw new Refusal('not_found')
  return sendAttachment(reply, { name: file.name, type: file.type, body: opened.stream, size: opened.size })
}

/** The same without what the file itself says about its author, for people who must not know who that is. */
export async function sendNameless(
  reply: FastifyReply,
  disk: FileDisk,
  file: { id: string; name: string; type: string },
): Promise<undefined> {
  const opened = await disk.open(file.id)
  if (!opened) throw new Refusal('not_found')
  const clean = await withoutMetadata(await buffer(opened.stream), file.type).catch(() => {
    throw new Refusal('file_not_nameless')
  })
  return sendAttachment(reply, { name: file.name, type: file.type, body: clean, size: clean.length })
}
