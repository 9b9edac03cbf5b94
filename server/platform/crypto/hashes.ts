import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** For values that are random. Values that people choose or that can be guessed need `keyedHash`. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Guessed values cannot be tried without the pepper, which is not in the database. `purpose` separates the uses. */
export function keyedHash(pepper: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', pepper).update(`${purpose}\0${text}`).digest()
}

export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
