import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'

export const findFile = (db: Db | Tx, id: string) =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

interface Found {
  id: string
  unreferenced_since: Date | null
}

/**
 * For files that are about to be referred to: clears the mark by which the sweep removes them, and returns those that
 * still exist. A file is either removed first, and then missing here, or has a whole day until the sweep may remove it.
 */
export async function takeIntoUse<F extends Found>(db: Db | Tx, files: readonly F[]): Promise<F[]> {
  const marked = files.filter(({ unreferenced_since }) => unreferenced_since !== null).map(({ id }) => id)
  if (marked.length === 0) return [...files]
  const rows = await db
    .updateTable('files')
    .set({ unreferenced_since: null })
    .where('id', 'in', marked)
    .returning('id')
    .execute()
  const left = new Set(rows.map(({ id }) => id))
  return files.filter(({ id, unreferenced_since }) => unreferenced_since === null || left.has(id))
}

/** The ids among these that are files of this account, taken into use. An answer may refer to no others. */
export async function ownFiles(db: Db | Tx, accountId: number, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('files')
    .select(['id', 'unreferenced_since'])
    .where('account_id', '=', accountId)
    // A form's answer may not refer to these: an avatar is deleted when another is chosen, a recording when its time
    // ends.
    .where('purpose', 'not in', ['avatar', 'video'])
    .where('id', 'in', ids)
    .execute()
  return new Set((await takeIntoUse(db, rows)).map(({ id }) => id))
}

/** The names of the files that belong to this account. */
export async function namesOf(db: Db | Tx, accountId: number, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('files')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * In bytes, including unfinished uploads. An avatar does not count, because the next one replaces it; nor does a
 * recording, because the number of takes is limited. `except`: an upload that is about to become a file.
 */
export async function usedSpace(db: Db | Tx, accountId: number, except = ''): Promise<number> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(size), 0) as used from (
      select size + copy_size as size from files where account_id = ${accountId} and purpose not in ('avatar', 'video')
        and scan <> 'infected'
      union all
      select size from uploads where account_id = ${accountId} and purpose not in ('avatar', 'video')
        and file_id is null and id <> ${except}
    ) as held`.execute(db)
  return Number(rows[0]?.used)
}

export async function keepHandedIn(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('files').set({ handed_in: true }).where('id', 'in', ids).execute()
}
