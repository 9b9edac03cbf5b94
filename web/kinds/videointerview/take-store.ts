import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { storedInTime } from '#web/platform/stored-in-time.ts'
import type { TakeEnd } from './interview-queries.ts'

/** A take that this browser has recorded and the server does not have whole. */
export interface KeptTake {
  takeId: number
  /** Whose it is: several people may use one computer. */
  testId: number
  stageId: number
  question: number
  /** Bytes recorded so far. */
  recorded: number
  /** How it ended; null while it is being recorded, or where the page was closed meanwhile. */
  end: TakeEnd | null
}

export interface KeptPart {
  takeId: number
  at: number
  bytes: ArrayBuffer
}

interface Recordings extends DBSchema {
  takes: { key: number; value: KeptTake }
  parts: { key: [number, number]; value: KeptPart }
}

export interface TakeStore {
  /** Whether a reload loses nothing: the browser keeps recordings. */
  lasting(): Promise<boolean>
  put(take: KeptTake): Promise<void>
  addPart(part: KeptPart): Promise<void>
  part(takeId: number, at: number): Promise<KeptPart | null>
  takes(testId: number, stageId: number): Promise<KeptTake[]>
  /** The server has everything before this byte. */
  forgetBefore(takeId: number, byte: number): Promise<void>
  forget(takeId: number): Promise<void>
}

/** Bytes that are kept in memory, too: what was stored can become unreadable while the page is open. */
const heldAtMost = 64 * 1024 * 1024

/** In IndexedDB. Where the browser forbids it or the disk is full, what does not fit is kept in memory. */
export function createTakeStore(name = 'recordings', patience?: number): TakeStore {
  const takes = new Map<number, KeptTake>()
  const parts = new Map<string, KeptPart>()
  let opened: Promise<IDBPDatabase<Recordings> | null> | null = null
  let full = false
  const database = () => {
    // Where storage is switched off, opening throws at once.
    opened ??= Promise.resolve()
      .then(() =>
        storedInTime(
          openDB<Recordings>(name, 1, {
            upgrade: (db) => {
              db.createObjectStore('takes', { keyPath: 'takeId' })
              db.createObjectStore('parts', { keyPath: ['takeId', 'at'] })
            },
          }),
          patience,
        ),
      )
      .catch(() => null)
    return opened
  }
  /**
   * What the database gives; null where there is none, or it fails. A connection that the browser has closed is opened
   * again.
   */
  const stored = async <T>(act: (db: IDBPDatabase<Recordings>) => Promise<T>): Promise<T | null> => {
    for (const again of [true, false]) {
      const db = await database()
      if (!db) return null
      try {
        return await storedInTime(act(db), patience)
      } catch (fault) {
        if (!again || (fault as DOMException).name === 'QuotaExceededError') {
          full = true
          return null
        }
        opened = null
        db.close()
      }
    }
    return null
  }
  const keyOf = (takeId: number, at: number) => `${takeId}/${at}`
  const ofTake = (takeId: number, before = Number.MAX_SAFE_INTEGER) =>
    IDBKeyRange.bound([takeId, 0], [takeId, before], false, true)
  return {
    lasting: async () => (await database()) !== null && !full,
    async put(take) {
      takes.set(take.takeId, take)
      await stored((db) => db.put('takes', take))
    },
    async addPart(part) {
      const kept = await stored((db) => db.put('parts', part))
      const held = [...parts.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
      if (kept === null || held < heldAtMost) parts.set(keyOf(part.takeId, part.at), part)
    },
    part: async (takeId, at) =>
      parts.get(keyOf(takeId, at)) ?? (await stored((db) => db.get('parts', [takeId, at]))) ?? null,
    async takes(testId, stageId) {
      const all = (await stored((db) => db.getAll('takes'))) ?? []
      const known = new Map([...all.map((take) => [take.takeId, take] as const), ...takes])
      return [...known.values()].filter((take) => take.testId === testId && take.stageId === stageId)
    },
    async forgetBefore(takeId, byte) {
      for (const [key, part] of parts) if (part.takeId === takeId && part.at < byte) parts.delete(key)
      await stored((db) => db.delete('parts', ofTake(takeId, byte)))
    },
    async forget(takeId) {
      takes.delete(takeId)
      for (const [key, part] of parts) if (part.takeId === takeId) parts.delete(key)
      await stored((db) => db.delete('parts', ofTake(takeId)))
      await stored((db) => db.delete('takes', takeId))
    },
  }
}
