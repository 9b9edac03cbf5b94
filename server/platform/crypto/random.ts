import { randomBytes, randomInt } from 'node:crypto'

/** 256 random bits as text that can be part of a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Six digits for a person to read and type. */
export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
