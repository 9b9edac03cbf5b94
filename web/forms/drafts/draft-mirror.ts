import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * The second copy of a draft, in this browser. It survives an expired session and a lost connection. A logout deletes
 * it, and asks first when it exists nowhere else.
 */
export interface MirroredDraft {
  data: Record<string, unknown>
  /** The server's revision on which the text is based. */
  revision: number
  /** Whether the server has exactly this text. */
  saved: boolean
  /** Milliseconds since 1970, by the browser's clock. */
  at: number
}

export interface DraftMirror {
  get(key: string): Promise<MirroredDraft | null>
  put(key: string, draft: MirroredDraft): Promise<void>
  remove(key: string): Promise<void>
  /** Whether this browser has text of this person that exists nowhere else. */
  holdsMore(testId: number): Promise<boolean>
}

interface Drafts extends DBSchema {
  drafts: { key: string; value: MirroredDraft }
}

/** Several people may have drafts on a shared computer, so the keys begin with the owner's id. */
export const draftKey = (testId: number, form: string) => `${testId}/${form}`

/** Text that never reached the server: kept only in the browser, or not sent yet. */
const isOnlyHere = ({ data, revision, saved }: MirroredDraft) => (revision === 0 || !saved) && hasWords(data)

const hasWords = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasWords) : Boolean(value)

/** Stored in IndexedDB. When the browser forbids it, calls reject, and the draft is only on the server. */
export function createDraftMirror(name = 'drafts'): DraftMirror {
  let opened: Promise<IDBPDatabase<Drafts>> | null = null
  const database = () => {
    opened ??= openDB<Drafts>(name, 1, {
      upgrade: (db) => {
        db.createObjectStore('drafts')
      },
      terminated: () => {
        opened = null
      },
    })
    return opened
  }
  return {
    get: async (key) => (await (await database()).get('drafts', key)) ?? null,
    put: async (key, draft) => {
      const transaction = (await database()).transaction('drafts', 'readwrite')
      const put = transaction.store.put(draft, key)
      // Committed at once: a page that is left at this moment would lose a write that waits for its commit.
      transaction.commit()
      await Promise.all([put, transaction.done])
    },
    remove: async (key) => {
      await (await database()).delete('drafts', key)
    },
    holdsMore: async (testId) => {
      const own = IDBKeyRange.bound(draftKey(testId, ''), draftKey(testId, '\uffff'))
      return (await (await database()).getAll('drafts', own)).some(isOnlyHere)
    },
  }
}
