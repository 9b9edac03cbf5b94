import type { FastifyReply } from 'fastify'
import { sendFile, sendNameless } from '#server/files/send-file.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'

/** Sends a file of a hand-in to somebody who reads it; where the author must not be known, without its name and what it says about him. */
export async function sendWorkFile(
  { db, disk }: Services,
  reply: FastifyReply,
  { handInId, fileId, blind }: { handInId: number; fileId: string; blind: boolean },
): Promise<undefined> {
  const files = await db
    .selectFrom('hand_in_files as h')
    .innerJoin('files as f', 'f.id', 'h.file_id')
    .select(['f.id', 'f.name', 'f.type', 'f.scan'])
    .where('h.hand_in_id', '=', handInId)
    // A recording is played, not handed out.
    .where('f.purpose', '!=', 'video')
    .orderBy('f.id')
    .execute()
  const place = files.findIndex(({ id }) => id === fileId)
  const file = files[place]
  if (!file) throw new Refusal('reading_not_found')
  return blind
    ? sendNameless(reply, disk, { ...file, name: blindFileName(file.name, place) })
    : sendFile(reply, disk, file)
}

/** A file's name without what its owner called it. */
export const blindFileName = (name: string, place: number): string =>
  `Файл ${place + 1}${/\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''}`
