/** What one person's poll was answered. One object a person, shared by all his tokens. */
interface Person {
  readonly accountId: number
  /** Raised whenever something of the person may have changed, so that a read under way is not kept. */
  change: number
  /** '' when it must be read again. */
  etag: string
  /** The bytes of the body, one a character: Node then writes head and body at once. Null when only the etag is kept. */
  body: string | null
  /** The latest end of his remembered tokens, in milliseconds. */
  until: number
}

interface Token {
  person: Person
  until: number
}

/** What was true of a person when a read began. */
export interface Reading {
  person: Person
  change: number
}

export interface Remembered {
  etag: string
  body: string | null
}

export interface PollMemory {
  /** What this token's poll is answered now; null when it must be read. */
  find(token: string, now: number): Remembered | null
  /** Call it before the first question to the database. Null while nothing may be remembered. */
  begin(accountId: number, now: number): Reading | null
  /** Keeps what was read, unless something changed in the meantime. */
  keep(reading: Reading, token: string, answer: { etag: string; body: string; until: number; now: number }): void
  /** The person's notifications, or his right to see them, may have changed. */
  forget(accountId: number, what: 'notifications' | 'access'): void
  /** Nothing that was remembered can be trusted. */
  forgetAll(): void
  size(): { tokens: number; people: number; bodies: number }
}

export interface MemoryOptions {
  /** Whether every change that was committed until a moment ago has been told. */
  trusted: () => boolean
  mostTokens?: number
  /** Bodies are kept for those who come without an etag; over this the oldest go, and the etags stay. */
  mostBodyBytes?: number
}

/** Tokens live ten minutes; those that ended are swept out when so many reads have been kept. */
const sweepAfter = 20_000
/** No request lasts longer. */
const longestRead = 60_000

/**
 * Remembers by token what the poll of notifications was answered last. It knows nothing of the database: whoever hears
 * of changes calls `forget`, and nothing is found while that hearing is not `trusted`.
 */
export function pollMemory({
  trusted,
  mostTokens = 400_000,
  mostBodyBytes = 16 * 1024 * 1024,
}: MemoryOptions): PollMemory {
  let tokens = new Map<string, Token>()
  let people = new Map<number, Person>()
  let bodies = new Set<Person>()
  let bodyBytes = 0
  let kept = 0

  const dropBody = (person: Person) => {
    if (!bodies.delete(person)) return
    bodyBytes -= person.body?.length ?? 0
    person.body = null
  }
  const keepBody = (person: Person, body: string) => {
    dropBody(person)
    person.body = body
    bodyBytes += body.length
    bodies.add(person)
    for (const oldest of bodies) {
      if (bodyBytes <= mostBodyBytes) break
      dropBody(oldest)
    }
  }
  const clear = (person: Person) => {
    person.change += 1
    person.etag = ''
    dropBody(person)
  }
  const forgetAll = () => {
    tokens = new Map()
    people = new Map()
    bodies = new Set()
    bodyBytes = 0
  }
  const sweep = (now: number) => {
    for (const [key, { until }] of tokens) if (until <= now) tokens.delete(key)
    for (const person of people.values())
      if (person.until <= now) {
        clear(person)
        people.delete(person.accountId)
      }
  }

  return {
    find(token, now) {
      const known = tokens.get(token)
      if (known === undefined || known.until <= now || known.person.etag === '' || !trusted()) return null
      return known.person
    },
    begin(accountId, now) {
      if (!trusted()) return null
      const person = people.get(accountId) ?? { accountId, change: 0, etag: '', body: null, until: 0 }
      person.until = Math.max(person.until, now + longestRead)
      people.set(accountId, person)
      return { person, change: person.change }
    },
    keep({ person, change }, token, { etag, body, until, now }) {
      // A person who is no longer in the map was forgotten whole while he was being read.
      if (person.change !== change || people.get(person.accountId) !== person || !trusted()) return
      kept += 1
      if (kept % sweepAfter === 0 || tokens.size >= mostTokens) sweep(now)
      if (tokens.size >= mostTokens) return
      tokens.set(token, { person, until })
      person.until = Math.max(person.until, until)
      person.etag = etag
      keepBody(person, body)
    },
    forget(accountId, what) {
      const person = people.get(accountId)
      if (!person) return
      clear(person)
      // His tokens keep pointing at the old object, which is never filled again: each must be looked up anew.
      if (what === 'access') people.delete(accountId)
    },
    forgetAll,
    size: () => ({ tokens: tokens.size, people: people.size, bodies: bodyBytes }),
  }
}
