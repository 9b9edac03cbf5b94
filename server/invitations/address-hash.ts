import { keyedHash, sameHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'

type Keys = Pick<Services['config'], 'pepper'>

/** Under which an address is known here: nobody can read it back, and the same address is met again. */
export const addressHash = ({ pepper }: Keys, email: string): Buffer =>
  keyedHash(pepper, 'invitation address', email.trim().toLowerCase())

const signature = ({ pepper }: Keys, hash: Buffer) => keyedHash(pepper, 'invitation stop', hash.toString('hex'))

/** What the link «Больше не присылать» carries: only a letter to that very address has it. */
export const stopToken = (config: Keys, hash: Buffer): string =>
  Buffer.concat([hash, signature(config, hash)]).toString('base64url')

/** The address that a link names, or null when the link is not one of ours. */
export function addressOfStopToken(config: Keys, token: string): Buffer | null {
  if (!/^[\w-]{86}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const hash = bytes.subarray(0, 32)
  return sameHash(bytes.subarray(32), signature(config, hash)) ? hash : null
}
