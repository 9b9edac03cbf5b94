import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * The second copy of a draft, in this browser. It outlives an expired session and a lost connection; a logout empties the
 * browser, and asks before it takes what is nowhere else.
 */
export interface MirroredDraft {
  data: Record<string, unknown>
  /** The server's revision that the text started from. */
  revision: number
  /** Whether the server has this very text. */
  saved: boolean
  /** Milliseconds since 1970, by this browser's clock. */
  at: number
}

export interface DraftMirror {
  get(key: string): Promise<MirroredDraft | null>
  put(key: string, draft: MirroredDraft): Promise<void>
  remove(key: string): Promise<void>
  /** Whether this person has written something here that is nowhere else. */
  holdsMore(testId: number): Promise<boolean>
}

interface Drafts extends DBSchema {
  drafts: { key: string; value: MirroredDraft }
}

/** Drafts of several people may lie on one shared computer: each is reached only by its owner's number. */
export const draftKey = (testId: number, form: string) => `${testId}/${form}`

/** What the server has never had: a text that is kept in the browser only, or one that could not be sent. */
const isOnlyHere = ({ data, revision, saved }: MirroredDraft) => (revision === 0 || !saved) && hasWords(data)

const hasWords = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasWords) : Boolean(value)

/** Kept in IndexedDB; a browser that forbids it rejects, and the draft then has the server's copy only. */
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
      await (await database()).put('drafts', draft, key)
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
