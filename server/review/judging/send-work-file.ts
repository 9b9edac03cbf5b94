import type { FastifyReply } from 'fastify'
import { sendFile, sendNameless } from '#server/forms/files/send-file.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/**
 * Sends a file of a hand-in to its reader; where the author must not be known, without the file's name and its data
 * about the author.
 */
export async function sendWorkFile(
  services: Services,
  reply: FastifyReply,
  { handInId, fileId, blind }: { handInId: number; fileId: string; blind: boolean },
): Promise<undefined> {
  const { db, disk } = services
  const files = await db
    .selectFrom('hand_in_files as h')
    .innerJoin('files as f', 'f.id', 'h.file_id')
    .select(['f.id', 'f.name', 'f.type', 'f.scan', 'f.nameless'])
    .where('h.hand_in_id', '=', handInId)
    // Recordings are for playing and cannot be downloaded.
    .where('f.purpose', '!=', 'video')
    .orderBy('f.id')
    .execute()
  const place = files.findIndex(({ id }) => id === fileId)
  const file = files[place]
  if (!file) throw new Refusal('reading_not_found')
  return blind
    ? sendNameless(reply, services, { ...file, name: blindFileName(file.name, place) })
    : sendFile(reply, disk, file)
}

/** A file name without the words of its owner. */
export const blindFileName = (name: string, place: number): string =>
  `Файл ${place + 1}${/\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''}`
