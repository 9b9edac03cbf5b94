import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db.ts'

interface Remembered {
  attempt: number
  /** Versions of its questions: four bytes each. */
  versions: Int32Array
}

interface OfPerson {
  accountId: number
  stageId: number
}

/** One entry is about 300 bytes. */
const maxPapers = 20_000

/** The paper of an attempt never changes, so it is remembered for good. By the database from which it was read. */
const memories = new WeakMap<Db, LRUCache<string, Remembered>>()

const keyOf = ({ accountId, stageId }: OfPerson) => `${accountId} ${stageId}`

/** Remembers the questions of the person's latest attempt, as its page is read at every begin and reload. */
export function rememberPaper(db: Db, of: OfPerson, attempt: number, versions: readonly number[]): void {
  const memory = memories.get(db) ?? new LRUCache<string, Remembered>({ max: maxPapers })
  memories.set(db, memory)
  memory.set(keyOf(of), { attempt, versions: Int32Array.from(versions) })
}

/** An attempt of the person that is known to have this question. Null where nothing is remembered. */
export function attemptAsking(db: Db, of: OfPerson, version: number): number | null {
  const known = memories.get(db)?.get(keyOf(of))
  return known?.versions.includes(version) ? known.attempt : null
}
