import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { tabStorage } from '#web/platform/tab-storage.ts'

/** A file whose upload has begun in this browser and has not ended. */
export interface KeptUpload {
  id: string
  /** Whose it is: several people may use one computer. */
  testId: number
  /** The field of the page that it is meant for. */
  place: string
  file: File
  /** Its address on the server; null until there is one. */
  url: string | null
}

interface Uploads extends DBSchema {
  uploads: { key: string; value: KeptUpload }
}

let opened: Promise<IDBPDatabase<Uploads> | null> | null = null

/**
 * Stored in IndexedDB. Where the browser forbids it or has no room for the file, a reload starts the upload over;
 * nothing else changes.
 */
async function stored<T>(act: (db: IDBPDatabase<Uploads>) => Promise<T>): Promise<T | null> {
  opened ??= openDB<Uploads>('uploads', 1, {
    upgrade: (db) => {
      db.createObjectStore('uploads', { keyPath: 'id' })
    },
  }).catch(() => null)
  const db = await opened
  return db ? act(db).catch(() => null) : null
}

export const keepUpload = (upload: KeptUpload): Promise<unknown> => stored((db) => db.put('uploads', upload))

const goneKey = (id: string) => `upload-gone:${id}`

/** Marked at once, because a page that is left now may end before the deletion is committed. */
export async function forgetUpload(id: string): Promise<void> {
  tabStorage.keep(goneKey(id), '1')
  const deleted = await stored((db) => db.delete('uploads', id).then(() => true))
  if (deleted) tabStorage.forget(goneKey(id))
}

export async function keptUploads(testId: number, place: string): Promise<KeptUpload[]> {
  const all = (await stored((db) => db.getAll('uploads'))) ?? []
  const gone = all.filter(({ id }) => tabStorage.read(goneKey(id)) !== null)
  for (const { id } of gone) void forgetUpload(id)
  return all.filter((upload) => !gone.includes(upload) && upload.testId === testId && upload.place === place)
}
