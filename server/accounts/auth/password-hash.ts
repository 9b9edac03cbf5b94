import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Refusal } from '#shared/platform/api/refusals.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** argon2id is the package's own default algorithm. */
const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

const b64 = (bytes: number) =>
  randomBytes(bytes)
    .toString('base64')
    .replace(/={1,2}$/, '')
/**
 * A hash of equal cost that no password matches. It is checked when there is no account, so that the time reveals
 * nothing.
 */
const nobodysHash = `${prefix}${b64(16)}$${b64(32)}`

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** `stored` is null for an account that does not exist: the check takes as long and is always false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await inTurn(() => verify(stored ?? nobodysHash, password))
  return right && stored !== null
}

/** Whether the hash was made with parameters other than the present ones. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(prefix)

/** Hashing needs a whole core. More in parallel would only make everybody wait, including the event loop. */
const places = availableParallelism()
const longestQueue = places * 50
const queue = pLimit(places)

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= longestQueue) throw new Refusal('overloaded', { retryAfter: 3 })
  return queue(work)
}
