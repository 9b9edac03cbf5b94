import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/db.ts'
import { allDictionaries } from '#server/forms/dictionaries/data/all-dictionaries.ts'
import { searchForm } from './search-form.ts'
import { retireOthers, saveItems } from './store.ts'

/** Updates the built-in dictionaries; items that are no longer listed are retired. Can be repeated safely. */
export async function loadDictionaries(db: Db): Promise<void> {
  const checksum = createHash('sha256').update(JSON.stringify(allDictionaries)).digest('hex')
  const edition = await db.selectFrom('dictionary_edition').select('checksum').executeTakeFirst()
  if (edition?.checksum === checksum) return
  await db.transaction().execute(async (tx) => {
    await load(tx)
    await tx
      .insertInto('dictionary_edition')
      .values({ checksum })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ checksum }))
      .execute()
  })
}

async function load(tx: Tx): Promise<void> {
  await saveItems(
    tx,
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
    await retireOthers(tx, { dict, kept: entries.map(({ id }) => id) })
  }
}
