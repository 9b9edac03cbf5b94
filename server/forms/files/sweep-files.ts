import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { dropUpload } from './take-upload.ts'
import { removeBytes } from './view-image.ts'

const day = 24 * 3_600_000
const batch = 500

interface SweptFile {
  id: string
  account_id: number
}

/**
 * Returns the files that are in use. Each domain in which people refer to files passes such a function to `fileJobs`.
 */
export type FileHolder = (db: Db, files: readonly SweptFile[]) => Promise<readonly string[]>

/**
 * Removes files that nothing has referred to for a day: chosen and taken back, or left by an abandoned page. Handed-in
 * files stay. Nameless bytes of processes that have ended are removed too. A file is first marked, and removed by a
 * later sweep only if it is still unused: `takeIntoUse` clears the mark.
 */
export async function sweepFiles({ db, disk, clock }: Services, holders: readonly FileHolder[]): Promise<void> {
  const now = clock()
  const dayAgo = new Date(now.getTime() - day)
  await disk.removeNameless(dayAgo)
  await sweepUploads({ db, disk }, dayAgo)
  for (let after = ''; ; ) {
    const files = await db
      .selectFrom('files')
      .select(['id', 'account_id', 'unreferenced_since'])
      .where('handed_in', '=', false)
      .where('created_at', '<', dayAgo)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (files.length === 0) return
    after = files.at(-1)?.id ?? after
    const held = new Set((await Promise.all(holders.map((holder) => holder(db, files)))).flat())
    const free = files.filter(({ id }) => !held.has(id))
    await mark(db, idsOf(files.filter((file) => held.has(file.id) && file.unreferenced_since)), null)
    await mark(db, idsOf(free.filter((file) => !file.unreferenced_since)), now)
    await remove({ db, disk }, idsOf(free), dayAgo)
  }
}

/** Removes uploads without a sign of life for a day, and rows of uploads that have become files. */
async function sweepUploads({ db, disk }: Pick<Services, 'db' | 'disk'>, before: Date): Promise<void> {
  // An upload with a valid lease is left alone: its bytes are being written.
  const silent = db
    .selectFrom('uploads')
    .select('id')
    .where('heard_at', '<', before)
    .where(sql<boolean>`coalesce(writer_until <= clock_timestamp(), true)`)
  for (;;) {
    const old = await silent.limit(batch).execute()
    // Checked again: this upload may have continued while others of the batch were being removed.
    for (const { id } of old)
      if (await silent.where('id', '=', id).executeTakeFirst()) await dropUpload({ db, disk }, id)
    if (old.length < batch) return
  }
}

const idsOf = (files: readonly SweptFile[]) => files.map(({ id }) => id)

async function mark(db: Db, ids: string[], since: Date | null): Promise<void> {
  if (ids.length > 0) await db.updateTable('files').set({ unreferenced_since: since }).where('id', 'in', ids).execute()
}

async function remove({ db, disk }: Pick<Services, 'db' | 'disk'>, ids: string[], before: Date): Promise<void> {
  if (ids.length === 0) return
  // A call that has begun to refer to a file meanwhile has cleared its mark, or is about to and holds the row's lock.
  const unused = db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('handed_in', '=', false)
    .where('unreferenced_since', '<', before)
    .forUpdate()
    .skipLocked()
  const gone = await db.deleteFrom('files').where('id', 'in', unused).returning('id').execute()
  for (const { id } of gone) await removeBytes(disk, id)
}
