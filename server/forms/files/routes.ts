import { handlersOf } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { fileRoutes } from '#shared/platform/files/routes.ts'
import { sendFile } from './send-file.ts'
import { findFile } from './store.ts'
import { uploadFile } from './upload-file.ts'
import { removeBytes } from './view-image.ts'

export const fileHandlers = handlersOf<typeof fileRoutes>()({
  'POST /user/files': ({ caller, query, request }, services) =>
    uploadFile(services, request, { accountId: caller.accountId, purpose: query.purpose }),

  'GET /user/files': async ({ caller, query }, { db }) => ({
    files: await db
      .selectFrom('files')
      .select(['id as file_id', 'scan'])
      .where('account_id', '=', caller.accountId)
      .where('id', 'in', query.ids.split(','))
      .execute(),
  }),

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
      // An avatar is deleted through the profile and a recording by its interview, which refer to them.
      .where('purpose', 'not in', ['avatar', 'video'])
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Refusal('not_found')
    await removeBytes(disk, gone.id)
    return undefined
  },
})
