import type { Db, Tx } from '#server/db.ts'
import { allDictionaries } from './data/all-dictionaries.ts'
import { searchForm } from './search-form.ts'
import { retireOthers, saveItems } from './store.ts'

/** Brings the portal's own dictionaries up to date; what they no longer list is retired. Harmless to repeat. */
export async function loadDictionaries(db: Db | Tx): Promise<void> {
  await saveItems(
    db,
    Object.entries(allDictionaries).flatMap(([dict, entries]) =>
      entries.map(({ id, value, region = null, fo = null }, sort) => ({
        dict,
        id,
        value,
        search: searchForm(value),
        region,
        fo,
        competition_code: null,
        sort,
      })),
    ),
  )
  for (const [dict, entries] of Object.entries(allDictionaries)) {
    await retireOthers(db, { dict, kept: entries.map(({ id }) => id) })
  }
}
