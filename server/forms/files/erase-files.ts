import type { ErasureHook } from '#server/platform/personal-data/erasure.ts'
import { removeBytes } from './view-image.ts'

/** The rows are deleted with the account. The bytes go first: a repeat after a crash finds them by the rows. */
export const eraseFiles: ErasureHook = {
  async removeOutside({ db, disk }, accountId) {
    const files = await db.selectFrom('files').select('id').where('account_id', '=', accountId).execute()
    for (const { id } of files) await removeBytes(disk, id)
    const uploads = await db.selectFrom('uploads').select('id').where('account_id', '=', accountId).execute()
    for (const { id } of uploads) await disk.unfinished.remove(id)
  },
}
