/** The last answer to one person's poll. One object per person, shared by all tokens of that person. */
interface Person {
  readonly accountId: number
  /**
   * Increased whenever the person's notifications or access may have changed, so that a read in progress is not stored.
   */
  change: number
  /** '' when the answer must be read again. */
  etag: string
  /**
   * The bytes of the body as a latin1 string, so that Node writes head and body at once. Null when only the etag is
   * kept.
   */
  body: string | null
  /** When the last of the person's stored tokens expires, in milliseconds. */
  until: number
}

interface Token {
  person: Person
  until: number
}

/** The person's state when a read began. */
export interface Reading {
  person: Person
  change: number
}

export interface Remembered {
  etag: string
  body: string | null
}

export interface PollMemory {
  /** The stored answer for this token; null when it must be read. */
  find(token: string, now: number): Remembered | null
  /** Call before the first query. Null while nothing may be stored. */
  begin(accountId: number, now: number): Reading | null
  /** Stores what was read, unless something changed in the meantime. */
  keep(reading: Reading, token: string, answer: { etag: string; body: string; until: number; now: number }): void
  /** The person's notifications, or the right to see them, may have changed. */
  forget(accountId: number, what: 'notifications' | 'access'): void
  /** Nothing in the memory can be trusted any more. */
  forgetAll(): void
  size(): { tokens: number; people: number; bodies: number }
}

export interface MemoryOptions {
  /** Whether every change committed until a moment ago has been reported. */
  trusted: () => boolean
  maxTokens?: number
  /** Bodies are kept for clients without an etag. Above this size the oldest bodies are dropped, their etags stay. */
  maxBodyBytes?: number
}

/** Tokens live ten minutes. After this many stored reads the expired ones are removed. */
const sweepAfter = 20_000
/** No request lasts longer. */
const maxReadMs = 60_000

/**
 * Stores by token the last answer to the poll of notifications. It does not use the database: the listener calls
 * `forget`, and nothing is returned while the listener is not `trusted`.
 */
export function pollMemory({
  trusted,
  maxTokens = 400_000,
  maxBodyBytes = 16 * 1024 * 1024,
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
      if (bodyBytes <= maxBodyBytes) break
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
      person.until = Math.max(person.until, now + maxReadMs)
      people.set(accountId, person)
      return { person, change: person.change }
    },
    keep({ person, change }, token, { etag, body, until, now }) {
      // A person who is no longer in the map was forgotten during the read.
      if (person.change !== change || people.get(person.accountId) !== person || !trusted()) return
      kept += 1
      if (kept % sweepAfter === 0 || tokens.size >= maxTokens) sweep(now)
      if (tokens.size >= maxTokens) return
      tokens.set(token, { person, until })
      person.until = Math.max(person.until, until)
      person.etag = etag
      keepBody(person, body)
    },
    forget(accountId, what) {
      const person = people.get(accountId)
      if (!person) return
      clear(person)
      // Tokens still refer to the old object, which is never filled again, so each must be looked up again.
      if (what === 'access') people.delete(accountId)
    },
    forgetAll,
    size: () => ({ tokens: tokens.size, people: people.size, bodies: bodyBytes }),
  }
}
