import { LRUCache } from 'lru-cache'
import type { Db, Tx } from '#server/db.ts'
import type { Question } from '#shared/kinds/test/question.ts'

/** One entry is about 2 kB. */
const maxVersions = 5_000

/** A version of a question never changes, so it is remembered for good. By the database from which it was read. */
const memories = new WeakMap<Db, LRUCache<number, Question>>()

/** The questions of these versions; versions that do not exist are missing. One query at most. */
export async function questionsOf(
  db: Db,
  within: Db | Tx,
  versions: readonly number[],
): Promise<Map<number, Question>> {
  const memory = memories.get(db) ?? new LRUCache<number, Question>({ max: maxVersions })
  memories.set(db, memory)
  const found = new Map<number, Question>()
  const unknown: number[] = []
  for (const version of versions) {
    const question = memory.get(version)
    if (question) found.set(version, question)
    else unknown.push(version)
  }
  if (unknown.length === 0) return found
  const rows = await within
    .selectFrom('test_question_versions')
    .select(['id', 'body'])
    .where('id', 'in', unknown)
    .execute()
  for (const { id, body } of rows) {
    memory.set(id, body)
    found.set(id, body)
  }
  return found
}
