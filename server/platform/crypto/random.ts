import { randomBytes, randomInt } from 'node:crypto'

/** 256 bits, as text that goes into an address. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Six digits that a person reads and types. */
export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
