import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'

interface DictionaryItem {
  readonly dict: string
  readonly id: string
  readonly value: string
  readonly search: string
  readonly region: string | null
  readonly fo: string | null
  readonly competition_code: string | null
  readonly sort: number
}

/** Inserts or replaces items by id, and brings retired ones back. */
export async function saveItems(db: Db | Tx, items: readonly DictionaryItem[]) {
  if (items.length === 0) return
  await db
    .insertInto('dictionary_items')
    .values([...items])
    .onConflict((conflict) =>
      conflict.constraint('dictionary_items_key').doUpdateSet((written) => ({
        value: written.ref('excluded.value'),
        search: written.ref('excluded.search'),
        region: written.ref('excluded.region'),
        fo: written.ref('excluded.fo'),
        sort: written.ref('excluded.sort'),
        retired: false,
      })),
    )
    .execute()
}

/** Retires shared items that are no longer listed. */
export async function retireOthers(db: Db | Tx, { dict, kept }: { dict: string; kept: readonly string[] }) {
  await db
    .updateTable('dictionary_items')
    .set({ retired: true })
    .where('dict', '=', dict)
    .where('competition_code', 'is', null)
    .where('retired', '=', false)
    .where(sql<boolean>`not (id = any(${kept}))`)
    .execute()
}
