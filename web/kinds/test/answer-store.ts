import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Answer } from '#shared/kinds/test/question.ts'

/** One change of one question, numbered by this browser. */
export interface AnswerEvent {
  seq: number
  /** The newest change of this question that this browser knew when it made this one; 0 for none. */
  after?: number
  question: number
  answer: Answer
  flagged: boolean
  /** Milliseconds by the device's clock. */
  at: number
}

/** Answers of one attempt that the server has not acknowledged. */
export interface AnswerStore {
  waiting(): Promise<AnswerEvent[]>
  put(event: AnswerEvent): Promise<void>
  remove(seq: number): Promise<void>
}

interface Kept extends DBSchema {
  answers: { key: [attempt: string, seq: number]; value: AnswerEvent }
}

/** Stored in IndexedDB. Calls reject where the browser forbids it, or has no space left. */
export function storedAnswers(attempt: string, name = 'answers'): AnswerStore {
  let opened: Promise<IDBPDatabase<Kept>> | null = null
  const database = () => {
    opened ??= openDB<Kept>(name, 1, {
      upgrade: (db) => {
        db.createObjectStore('answers')
      },
      terminated: () => {
        opened = null
      },
    })
    return opened
  }
  return {
    waiting: async () =>
      (await database()).getAll('answers', IDBKeyRange.bound([attempt, 0], [attempt, Number.MAX_SAFE_INTEGER])),
    put: async (event) => {
      await (await database()).put('answers', event, [attempt, event.seq])
    },
    remove: async (seq) => {
      await (await database()).delete('answers', [attempt, seq])
    },
  }
}
