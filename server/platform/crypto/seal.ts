import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const version = 1
const ivLength = 12
const tagLength = 16

/**
 * AES-256-GCM with a key of 32 bytes. `place` names where the value is stored (`table:column:id`); in another row or
 * column it cannot be opened.
 */
export function seal(key: Buffer, text: string | Buffer, place: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text as string, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed])
}

/** Throws when the value was altered, comes from another place or was sealed with another key. */
export function unseal(key: Buffer, sealed: Buffer, place: string): Buffer {
  if (sealed[0] !== version) throw new Error(`unknown seal ${sealed[0]} at ${place}`)
  const tagAt = 1 + ivLength
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, tagAt), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagLength)), decipher.final()])
}

export const newKey = (): Buffer => randomBytes(32)

/** A key of 32 bytes for one purpose, derived from a secret with enough entropy. */
export function keyFrom(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
