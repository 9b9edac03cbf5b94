import { keyedHash, sameHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'

type Keys = Pick<Services['config'], 'pepper'>

/**
 * The hash under which an address is stored: the address cannot be read from it, and always gives the same hash.
 */
export const addressHash = ({ pepper }: Keys, email: string): Buffer =>
  keyedHash(pepper, 'invitation address', email.trim().toLowerCase())

const signature = ({ pepper }: Keys, hash: Buffer) => keyedHash(pepper, 'invitation stop', hash.toString('hex'))

/** The token in the link «Больше не присылать»: only a letter to this address contains it. */
export const stopToken = (config: Keys, hash: Buffer): string =>
  Buffer.concat([hash, signature(config, hash)]).toString('base64url')

/** The hash of the address in an unsubscribe link, or null when the token is not ours. */
export function addressOfStopToken(config: Keys, token: string): Buffer | null {
  if (!/^[\w-]{86}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const hash = bytes.subarray(0, 32)
  return sameHash(bytes.subarray(32), signature(config, hash)) ? hash : null
}
