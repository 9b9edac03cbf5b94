import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readImage } from '#server/forms/files/read-image.ts'
import { receiveUpload } from '#server/forms/files/receive-upload.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { imageMaxBytes } from '#shared/platform/files/limits.ts'
import { requireCompetition } from './who-edits.ts'

/** Stores a picture of an article, decoded and encoded again, so that nothing but the picture is stored. */
export async function uploadHelpImage(
  { db, disk, clock }: Services,
  caller: Caller,
  request: FastifyRequest,
  competitionCode: string,
): Promise<{ url: string; width: number; height: number }> {
  await requireCompetition(db, competitionCode)
  const sender = { accountId: caller.accountId, maxBytes: imageMaxBytes }
  const { file, width, height } = await receiveUpload(disk, request, sender, ({ file: sent }) =>
    readImage(disk, sent.path, 'photo'),
  )
  const id = randomBytes(16).toString('hex')
  await file.keep(id)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('faq_images')
      .values({
        id,
        competition_code: competitionCode,
        size: file.size,
        width,
        height,
        created_at: clock(),
      })
      .execute()
    await recordAudit(tx, { actorId: caller.accountId, action: 'faq.image', subject: id, detail: { width, height } })
  })
  return { url: `/api/v3/faq-images/${id}`, width, height }
}
