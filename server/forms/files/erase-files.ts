import { addJob } from '#server/platform/jobs/jobs.ts'
import type { ErasureHook } from '#server/platform/personal-data/erasure.ts'
import type { ErasedFiles } from './remove-erased-files.ts'

/** The rows are deleted with the account, and their bytes by a job once that is certain. */
export const eraseFiles: ErasureHook = {
  async erase(tx, _services, { accountId }) {
    const files = await tx.selectFrom('files').select('id').where('account_id', '=', accountId).execute()
    const uploads = await tx.selectFrom('uploads').select('id').where('account_id', '=', accountId).execute()
    const erased: ErasedFiles = { files: files.map(({ id }) => id), uploads: uploads.map(({ id }) => id) }
    if (files.length + uploads.length > 0) await addJob(tx, 'remove_erased_files', erased)
    return {}
  },
}
