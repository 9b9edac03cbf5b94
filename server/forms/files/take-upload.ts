import type { Selectable } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal, refusals } from '#shared/platform/api/refusals.ts'
import type { ImageShape } from './decode-image.ts'
import { type Upload, withUploadSlot } from './receive-upload.ts'
import { findFile, takeIntoUse } from './store.ts'
import type { FilePurpose, FileTables } from './tables.ts'
import { storedFile, storeUpload } from './upload-file.ts'
import { uploadLease } from './upload-lease.ts'
import { removeBytes } from './view-image.ts'

export type UploadRow = Selectable<FileTables['uploads']>

interface Wanted {
  accountId: number
  uploadId: string
  purpose: readonly FilePurpose[]
}

/** An upload of this person; those of others are refused as not found. */
export async function ownUpload(db: Db, accountId: number, uploadId: string): Promise<UploadRow> {
  const found = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) throw new Refusal('upload_not_found')
  return found
}

/**
 * Passes a complete upload to `use`. An upload that is refused for its contents is removed; one that cannot be accepted
 * at the moment stays, so that it need not be sent again. Refuses with `upload_not_found`, `upload_incomplete`,
 * `upload_busy`, `uploads_at_once`, `file_interrupted` or `disk_full`.
 */
export async function takeUpload<T>(
  services: Services,
  { accountId, uploadId, purpose }: Wanted,
  use: (upload: Upload, row: UploadRow) => Promise<T>,
  /** The result, when another call has already finished the upload. */
  made: (row: UploadRow) => Promise<T | null> = async () => null,
): Promise<T> {
  const { db, clock } = services
  if (!purpose.includes((await ownUpload(db, accountId, uploadId)).purpose)) throw new Refusal('upload_not_found')
  const lease = uploadLease(db, uploadId, clock)
  const { signal } = new AbortController()
  await lease.lock(signal, () => {})
  try {
    // Read under the lease: another call may have finished the upload meanwhile.
    const row = await ownUpload(db, accountId, uploadId)
    const known = await made(row)
    if (known !== null) return known
    return await withUploadSlot(accountId, async () => {
      const file = await wholeOf(services, row)
      try {
        return await use({ name: row.name, file }, row)
      } finally {
        await file.discard()
      }
    })
  } catch (fault) {
    if (fault instanceof Refusal && isFinal(fault)) await dropUpload(services, uploadId)
    throw fault
  } finally {
    await lease.unlock()
  }
}

const passing = new Set(['upload_incomplete', 'uploads_at_once', 'upload_not_found', 'file_space_used'])
const isFinal = ({ code }: Refusal) => refusals[code] < 500 && !passing.has(code)

async function wholeOf({ disk }: Services, { id, size }: UploadRow) {
  const store = await disk.unfinished.store()
  const { offset } = await store.getUpload(id).catch(() => {
    throw new Refusal('upload_not_found')
  })
  if (offset !== size) throw new Refusal('upload_incomplete')
  const file = await disk.receive(await disk.unfinished.read(id))
  if (file.size === size) return file
  await file.discard()
  throw new Refusal('file_interrupted')
}

/**
 * Makes an upload a file of its owner. A repeated call returns the same file, in case the first answer was lost.
 * `refuse` is called before the file is made, and `settle` puts the file in its place; what either refuses for good is
 * removed.
 */
export async function fileOfUpload(
  services: Services,
  wanted: Wanted & { shape?: ImageShape; refuse?: () => Promise<void>; isBlind?: (row: UploadRow) => Promise<boolean> },
  settle: (row: UploadRow, file: ReturnType<typeof storedFile>) => Promise<void> = async () => {},
) {
  const { accountId, uploadId, shape } = wanted
  const before = await ownUpload(services.db, accountId, uploadId)
  const known = wanted.purpose.includes(before.purpose) ? await fileMade(services, before) : null
  if (known) {
    await settle(before, known)
    return known
  }
  const as = { accountId, uploadId, ...(shape ? { shape } : {}) }
  const made = await takeUpload(
    services,
    wanted,
    async (upload, row) => {
      const mayReveal = !((await wanted.isBlind?.(row)) ?? true)
      const file = await storeUpload(services, upload, { ...as, purpose: row.purpose, mayReveal })
      await settle(row, file).catch(async (fault) => {
        if (fault instanceof Refusal && isFinal(fault)) await dropFile(services, file.file_id)
        throw fault
      })
      return file
    },
    async (row) => {
      const file = await fileMadeOrAnew(services, row)
      if (file) await settle(row, file)
      else await wanted.refuse?.()
      return file
    },
  )
  await services.disk.unfinished.remove(uploadId)
  return made
}

/** The file that the upload has become; null also while its bytes do not have their name yet. */
async function fileMade({ db, disk }: Services, row: UploadRow) {
  const found = row.file_id === null ? undefined : await findFile(db, row.file_id)
  const [file] = found ? await takeIntoUse(db, [found]) : []
  if (!file) return null
  return file.scan === 'infected' || (await disk.sizeOf(file.id)) !== null ? storedFile(file) : null
}

/**
 * Like `fileMade`, but resets the upload when a process ended before the bytes had their name, so that it can become a
 * file again. Only for the holder of the lease: without it, another call may be about to name the bytes.
 */
async function fileMadeOrAnew(services: Services, row: UploadRow) {
  const made = await fileMade(services, row)
  if (made || row.file_id === null) return made
  await services.db.updateTable('uploads').set({ file_id: null }).where('id', '=', row.id).execute()
  await dropFile(services, row.file_id)
  return null
}

/** Removes a file to which nothing refers. */
async function dropFile({ db, disk }: Pick<Services, 'db' | 'disk'>, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute()
  await removeBytes(disk, id)
}

/** Removes an upload. The bytes go first: while the row is there, a repeat after a crash still finds them. */
export async function dropUpload({ db, disk }: Pick<Services, 'db' | 'disk'>, id: string): Promise<void> {
  await disk.unfinished.remove(id)
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}
