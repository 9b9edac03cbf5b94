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

/**
 * Inserts or replaces items by id, and brings retired ones back. All items are one JSON value: a statement with
 * separate values for thousands of rows takes seconds to parse on a busy machine.
 */
export async function saveItems(db: Db | Tx, items: readonly DictionaryItem[]) {
  if (items.length === 0) return
  await sql`
    insert into dictionary_items (dict, id, value, search, region, fo, competition_code, sort)
    select dict, id, value, search, region, fo, competition_code, sort
    from json_to_recordset(${JSON.stringify(items)}::json)
      as item (dict text, id text, value text, search text, region text, fo text, competition_code text, sort integer)
    on conflict on constraint dictionary_items_key do update set
      value = excluded.value, search = excluded.search, region = excluded.region, fo = excluded.fo, sort = excluded.sort,
      retired = false`.execute(db)
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
