import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Answer } from '#web/platform/api/client.ts'
import { doorsDatabase } from './door-host.ts'

export type DoorList = Answer<'GET /desk/doors/:stage_id'>
export type DoorPerson = DoorList['people'][number]

/** A mark as the server takes it. */
export interface KeptMark {
  id: string
  slot_id: number
  mark: 'came' | 'absent' | 'undone' | 'walk_in'
  at: string
  test_id: number
}

/** What a device at the door keeps, so that it works without a network: the list of people and the unsent marks. */
export interface DoorStore {
  list(): Promise<DoorList | undefined>
  keepList(list: DoorList): Promise<void>
  waiting(): Promise<KeptMark[]>
  put(mark: KeptMark): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

interface Kept extends DBSchema {
  lists: { key: string; value: DoorList }
  marks: { key: [door: string, id: string]; value: KeptMark }
}

/** Stored in IndexedDB, by person and event. Calls reject where the browser forbids it, or has no space left. */
export function storedDoor(door: string, name = doorsDatabase): DoorStore {
  let opened: Promise<IDBPDatabase<Kept>> | null = null
  const database = () => {
    opened ??= openDB<Kept>(name, 1, {
      upgrade: (db) => {
        db.createObjectStore('lists')
        db.createObjectStore('marks')
      },
      // A logout removes everything.
      blocking: (_now, _next, { target }) => {
        opened = null
        ;(target as IDBDatabase | null)?.close()
      },
      terminated: () => {
        opened = null
      },
    })
    return opened
  }
  return {
    list: async () => (await database()).get('lists', door),
    keepList: async (list) => void (await (await database()).put('lists', list, door)),
    waiting: async () => {
      const all = await (await database()).getAll('marks', IDBKeyRange.bound([door, ''], [door, '\uffff']))
      return all.sort((one, other) => (one.at < other.at ? -1 : 1))
    },
    put: async (mark) => void (await (await database()).put('marks', mark, [door, mark.id])),
    remove: async (ids) => {
      const transaction = (await database()).transaction('marks', 'readwrite')
      for (const id of ids) await transaction.store.delete([door, id])
      await transaction.done
    },
  }
}

/** Whether marks of anybody, at any door, wait on this device. */
export async function holdsUnsentMarks(): Promise<boolean> {
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === doorsDatabase)) return false
  const db = await openDB<Kept>(doorsDatabase)
  try {
    return (await db.count('marks')) > 0
  } finally {
    db.close()
  }
}
