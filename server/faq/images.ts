import { randomBytes } from 'node:crypto'
import { recordAudit } from '#server/audit/record-audit.ts'
import { readImage } from '#server/files/read-image.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { maxHelpImageBytes } from '#shared/faq/limits.ts'

/** Stores a picture of an article, decoded and encoded again, so that it is nothing but a picture. */
export async function uploadHelpImage(
  { db, disk, clock }: Services,
  caller: Caller,
  upload: { competitionCode: string; bytes: Buffer; truncated: boolean },
): Promise<{ url: string; width: number; height: number }> {
  if (upload.truncated) throw new Refusal('file_too_big', { values: { megabytes: maxHelpImageBytes / 1024 / 1024 } })
  if (upload.bytes.length === 0) throw new Refusal('file_empty')
  const known = await db
    .selectFrom('competitions')
    .select('code')
    .where('code', '=', upload.competitionCode)
    .executeTakeFirst()
  if (!known) throw new Refusal('competition_not_found')
  const picture = await readImage(upload.bytes)
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(picture).metadata()
  const id = randomBytes(16).toString('hex')
  await disk.put(id, picture)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('faq_images')
      .values({
        id,
        competition_code: upload.competitionCode,
        size: picture.length,
        width,
        height,
        created_at: clock(),
      })
      .execute()
    await recordAudit(tx, { actorId: caller.accountId, action: 'faq.image', subject: id, detail: { width, height } })
  })
  return { url: `/api/v3/faq-images/${id}`, width, height }
}
