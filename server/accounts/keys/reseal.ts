import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { type KeyRing, markOf, sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

const rowsOfBatch = 500

/**
 * Seals values of the previous key again with the key in use, each batch in a transaction of its own: a process that
 * ends between batches loses nothing, and the next run continues. Values of the next key are left alone, so that
 * processes with old and new settings do not undo each other's work.
 */
export async function resealData(db: Db, dataKeys: KeyRing, batch = rowsOfBatch): Promise<void> {
  if (dataKeys.previous === null) return
  let unreadable = 0
  for (const column of sealedColumns) {
    const ring = column.ring(dataKeys)
    let last: unknown = null
    do {
      const done = await resealBatch(db, ring, column, last, batch)
      last = done.last
      unreadable += done.unreadable
    } while (last !== null)
  }
  if (unreadable > 0) throw new Error(`${unreadable} sealed values cannot be opened with any key`)
}

/** Returns the id of the last row of a full batch, otherwise null. Locked rows are left for the next run. */
async function resealBatch(
  db: Db,
  ring: KeyRing,
  { table, id, idType, column, place }: SealedColumn,
  after: unknown,
  batch: number,
) {
  const [tableRef, idRef, sealedRef] = [sql.table(table), sql.ref(id), sql.ref(column)]
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: never; sealed: Buffer }>`
      select ${idRef} as id, ${sealedRef} as sealed from ${tableRef}
      where (substring(${sealedRef} from 1 for 5) = ${markOf(ring.previous as Buffer)} or get_byte(${sealedRef}, 0) = 1)
        and (${after}::${idType} is null or ${idRef} > ${after}::${idType})
      order by ${idRef} limit ${batch} for update skip locked`.execute(tx)
    const fresh = rows.flatMap((row) => {
      try {
        return [
          { id: row.id, sealed: sealWithRing(ring, unsealWithRing(ring, row.sealed, place(row.id)), place(row.id)) },
        ]
      } catch {
        return []
      }
    })
    await sql`
      update ${tableRef} as kept set ${sql.ref(column)} = fresh.sealed
      from unnest(${fresh.map((row) => row.id)}::${idType}[], ${fresh.map((row) => row.sealed)}::bytea[]) as fresh (id, sealed)
      where kept.${idRef} = fresh.id`.execute(tx)
    return { last: rows.length < batch ? null : (rows.at(-1)?.id ?? null), unreadable: rows.length - fresh.length }
  })
}
