import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: the memory works with any tables
type AnyDb = Kysely<any>

export interface VersionedMemory<Value> {
  /** The current value; null when there is none with this key. */
  of(db: AnyDb, key: string): Promise<Value | null>
  /** The value as last read, maybe outdated: for callers that compare its version with the database's. */
  known(db: AnyDb, key: string): Promise<Value | null>
  /** The value, read again. */
  renewed(db: AnyDb, key: string): Promise<Value | null>
  forget(key: string): void
  forgetAll(): void
}

/**
 * Keeps values that are the same for everybody, each with a version that the database increases with every change. Call
 * `forget` when a change is reported. While changes may have been missed, `of` compares versions at each call. What a
 * transaction reads is not kept, because it may be rolled back. `read` must read the version first, so that a value may
 * be newer than its version but never older.
 */
export function versionedMemory<Value extends { version: string }>(options: {
  read: (db: AnyDb, key: string) => Promise<Value | null>
  versionNow: (db: AnyDb, key: string) => Promise<string | undefined>
  /** Whether all changes that were committed until a moment ago have been reported. */
  trusted: () => boolean
}): VersionedMemory<Value> {
  const values = new Map<string, Value>()
  /** Reads in progress. A change removes its read from the map, so that nobody joins it or keeps its result. */
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
