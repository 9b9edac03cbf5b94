import type { Clock } from '#server/platform/clock/clock.ts'
import type { AuthenticatedCaller } from './authenticate.ts'

interface Known {
  caller: AuthenticatedCaller
  until: number
}

/** The tokens of one person. The object is replaced when the person's access changes. */
interface Tokens {
  readonly keys: Set<string>
}

/** The account of a token, as the database returned it last. */
export interface CallerMemory {
  find(token: string, now: number): AuthenticatedCaller | null
  /** Call it before querying the database and pass the result to `keep`. Null while nothing may be cached. */
  begin(accountId: number): object | null
  /** Caches the answer, unless the person's access has changed in the meantime. */
  keep(begun: object | null, token: string, caller: AuthenticatedCaller): void
  /** A session of the person ended, or their rights changed. */
  forget(accountId: number): void
  forgetAll(): void
}

interface Settings {
  trusted: () => boolean
  clock: Clock
  /** Tokens live ten minutes. After this many cached ones, the expired ones are removed. */
  maxTokens?: number
}

/** Caches callers by token. Nothing is returned while changes may have been missed. */
export function callerMemory({ trusted, clock, maxTokens = 400_000 }: Settings): CallerMemory {
  const known = new Map<string, Known>()
  const people = new Map<number, Tokens>()

  function sweep(now: number): void {
    for (const [token, { caller, until }] of known) {
      if (until > now) continue
      known.delete(token)
      const tokens = people.get(caller.accountId)
      tokens?.keys.delete(token)
      if (tokens?.keys.size === 0) people.delete(caller.accountId)
    }
  }

  return {
    find(token, now) {
      const found = known.get(token)
      return found && found.until > now && trusted() ? found.caller : null
    },
    begin(accountId) {
      if (!trusted()) return null
      const tokens = people.get(accountId) ?? { keys: new Set<string>() }
      people.set(accountId, tokens)
      return tokens
    },
    keep(begun, token, caller) {
      // First, because it may remove the person: `forget` would not find a token kept for them then.
      if (known.size >= maxTokens) sweep(clock().getTime())
      const tokens = people.get(caller.accountId)
      if (tokens !== begun || !trusted() || known.size >= maxTokens) return
      tokens?.keys.add(token)
      known.set(token, { caller, until: caller.until })
    },
    forget(accountId) {
      for (const token of people.get(accountId)?.keys ?? []) known.delete(token)
      people.delete(accountId)
    },
    forgetAll() {
      known.clear()
      people.clear()
    },
  }
}
