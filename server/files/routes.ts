import type { Handlers } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { fileRoutes } from '#shared/files/routes.ts'
import { largestUploadBytes } from '#shared/files/routes.ts'
import { sendFile } from './send-file.ts'
import { findFile } from './store.ts'
import { uploadFile } from './upload-file.ts'

export const fileHandlers: Handlers<typeof fileRoutes> = {
  'POST /user/files': async ({ caller, query, request }, services) => {
    if (!request.isMultipart()) throw new Refusal('unsupported_media_type')
    const part = await request.file({ limits: { fileSize: largestUploadBytes }, throwFileSizeLimit: false })
    if (!part) throw new Refusal('file_empty')
    const bytes = await part.toBuffer()
    return uploadFile(services, {
      accountId: caller.accountId,
      purpose: query.purpose,
      name: part.filename,
      bytes,
      truncated: part.file.truncated,
    })
  },

  'GET /user/files/:file_id': async ({ caller, params, reply }, { db, disk }) => {
    const file = await findFile(db, params.file_id)
    if (!file || file.account_id !== caller.accountId) throw new Refusal('not_found')
    return sendFile(reply, disk, file)
  },

  'DELETE /user/files/:file_id': async ({ caller, params }, { db, disk }) => {
    const gone = await db
      .deleteFrom('files')
      .where('id', '=', params.file_id)
      .where('account_id', '=', caller.accountId)
      .where('handed_in', '=', false)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Refusal('not_found')
    await disk.remove(gone.id)
    return undefined
  },
}
