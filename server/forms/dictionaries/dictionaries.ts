import type { Db } from '#server/db.ts'
import { type VersionedMemory, versionedMemory } from '#server/platform/db/versioned-memory.ts'

export interface KnownItem {
  id: string
  value: string
  /** Null: for every competition. */
  competition: string | null
  /** No longer offered. */
  retired: boolean
}

/** Every dictionary with its items in their order, by name. */
export interface AllDictionaries {
  version: string
  byName: ReadonlyMap<string, { items: readonly KnownItem[]; byId: ReadonlyMap<string, readonly KnownItem[]> }>
}

export type Dictionaries = Pick<VersionedMemory<AllDictionaries>, 'forgetAll'> & {
  now(db: Db): Promise<AllDictionaries>
  /** Loads the dictionaries into memory before a transaction: what a transaction reads is not cached. */
  ready(db: Db): Promise<void>
}

/** The one key of the cache: a few thousand short rows, so every process keeps all of them. */
const only = 'all'

export function createDictionaries({ trusted }: { trusted: () => boolean }): Dictionaries {
  const versionNow = async (db: Db) =>
    (await db.selectFrom('dictionary_version').select('version').executeTakeFirst())?.version
  const memory = versionedMemory<AllDictionaries>({ trusted, versionNow, read: readAll })
  return {
    forgetAll: memory.forgetAll,
    ready: async (db) => void (await memory.known(db, only)),
    async now(db) {
      const all = await memory.of(db, only)
      if (!all) throw new Error('the dictionaries have no version')
      return all
    },
  }

  async function readAll(db: Db): Promise<AllDictionaries | null> {
    const version = await versionNow(db)
    if (version === undefined) return null
    const rows = await db
      .selectFrom('dictionary_items')
      .select(['dict', 'id', 'value', 'competition_code as competition', 'retired'])
      .orderBy('sort')
      .orderBy('value')
      .execute()
    const byName = new Map(
      [...Map.groupBy(rows, ({ dict }) => dict)].map(([dict, ofDict]) => {
        const items = ofDict.map(({ dict: _dict, ...item }): KnownItem => item)
        return [dict, { items, byId: Map.groupBy(items, ({ id }) => id) }]
      }),
    )
    return { version, byName }
  }
}

/** The item with this id that forms of a competition may use. The competition's own items come before shared ones. */
export function itemOf(all: AllDictionaries, dict: string, id: string, competition: string | null): KnownItem | null {
  const items = all.byName.get(dict)?.byId.get(id) ?? []
  return (
    items.find((item) => item.competition !== null && item.competition === competition) ??
    items.find((item) => item.competition === null) ??
    null
  )
}
