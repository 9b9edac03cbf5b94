import type { FastifyRequest } from 'fastify'
import type { Square } from '#server/forms/files/cut-square.ts'
import type { FileHolder } from '#server/forms/files/sweep-files.ts'
import { fileOfUpload } from '#server/forms/files/take-upload.ts'
import { uploadFile } from '#server/forms/files/upload-file.ts'
import { removeBytes } from '#server/forms/files/view-image.ts'
import type { Services } from '#server/services.ts'

/** Sets the uploaded picture as the person's avatar and deletes the previous one. */
export async function uploadAvatar(
  services: Services,
  accountId: number,
  request: FastifyRequest,
  asked: { [part in keyof Square]?: number | undefined },
): Promise<string> {
  const shape = { square: squareOf(asked) }
  const { file_id } = await uploadFile(services, request, { accountId, purpose: 'avatar', shape })
  await putAvatar(services, accountId, file_id)
  return file_id
}

/** Sets a picture that was uploaded in pieces as the avatar. */
export async function avatarOfUpload(
  services: Services,
  accountId: number,
  uploadId: string,
  asked: { [part in keyof Square]?: number | undefined },
): Promise<string> {
  const shape = { square: squareOf(asked) }
  const { file_id } = await fileOfUpload(services, { accountId, uploadId, purpose: ['avatar'], shape })
  await putAvatar(services, accountId, file_id)
  return file_id
}

/** Without x and y the square starts in the corner; without a side there is no square. */
const squareOf = ({ x = 0, y = 0, side }: { [part in keyof Square]?: number | undefined }): Square | null =>
  side === undefined ? null : { x, y, side }

export const removeAvatar = (services: Services, accountId: number) => putAvatar(services, accountId, null)

async function putAvatar({ db, disk }: Services, accountId: number, name: string | null): Promise<void> {
  const before = await db.transaction().execute(async (tx) => {
    const { avatar } = await tx
      .selectFrom('accounts')
      .select('avatar')
      .where('id', '=', accountId)
      // Locked, so that of two simultaneous uploads the second one deletes the file of the first.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // A repeated call, whose first answer was lost.
    if (avatar === name) return null
    await tx.updateTable('accounts').set({ avatar: name }).where('id', '=', accountId).execute()
    if (avatar) await tx.deleteFrom('files').where('id', '=', avatar).where('account_id', '=', accountId).execute()
    return avatar
  })
  if (before && /^[0-9a-f]{32}$/.test(before)) await removeBytes(disk, before)
}

export const avatarFiles: FileHolder = async (db, files) => {
  const rows = await db
    .selectFrom('accounts')
    .select('avatar')
    .where('id', 'in', [...new Set(files.map(({ account_id }) => account_id))])
    .where('avatar', 'is not', null)
    .execute()
  return rows.flatMap(({ avatar }) => avatar ?? [])
}
