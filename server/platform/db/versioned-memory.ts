import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: the memory knows no tables
type AnyDb = Kysely<any>

export interface VersionedMemory<Value> {
  /** The value as it is now; null when there is none under this key. */
  of(db: AnyDb, key: string): Promise<Value | null>
  /** As it was read last, perhaps outdated: for callers that compare its version with the database's. */
  known(db: AnyDb, key: string): Promise<Value | null>
  /** Reads it anew. */
  renewed(db: AnyDb, key: string): Promise<Value | null>
  forget(key: string): void
  forgetAll(): void
}

/**
 * Keeps values that are the same for everybody, each under a version that the database raises with every change.
 * Whoever hears of changes calls `forget`. While that hearing is not trusted, `of` compares versions at each call. What a
 * transaction reads is not kept: it may yet be rolled back. `read` must ask for the version first: a value may be newer
 * than its version says, never older.
 */
export function versionedMemory<Value extends { version: string }>(options: {
  read: (db: AnyDb, key: string) => Promise<Value | null>
  versionNow: (db: AnyDb, key: string) => Promise<string | undefined>
  /** Whether every change that was committed until a moment ago has been heard of. */
  trusted: () => boolean
}): VersionedMemory<Value> {
  const values = new Map<string, Value>()
  /** Reads under way. A change takes its read out of the map, so that nobody joins it or keeps what it brings. */
  const reading = new Map<string, Promise<Value | null>>()

  function read(db: AnyDb, key: string): Promise<Value | null> {
    if (db.isTransaction) return options.read(db, key)
    const begun = reading.get(key)
    if (begun) return begun
    const run: Promise<Value | null> = options
      .read(db, key)
      .then((value) => {
        if (value && reading.get(key) === run) values.set(key, value)
        return value
      })
      .finally(() => {
        if (reading.get(key) === run) reading.delete(key)
      })
    reading.set(key, run)
    return run
  }

  const forget = (key: string) => {
    values.delete(key)
    reading.delete(key)
  }

  const renewed = (db: AnyDb, key: string) => {
    forget(key)
    return read(db, key)
  }

  return {
    async of(db, key) {
      const kept = values.get(key)
      if (!kept) return read(db, key)
      return options.trusted() || kept.version === (await options.versionNow(db, key)) ? kept : renewed(db, key)
    },
    known: async (db, key) => values.get(key) ?? read(db, key),
    renewed,
    forget,
    forgetAll() {
      values.clear()
      reading.clear()
    },
  }
}
