import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const version = 1
const ivLength = 12
const tagLength = 16

/**
 * AES-256-GCM under a key of 32 bytes. `place` names where the value lies (`table:column:id`): moved to another row or
 * column it no longer opens.
 */
export function seal(key: Buffer, text: string | Buffer, place: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text as string, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed])
}

/** Throws when the value was altered, lies elsewhere or was sealed under another key. */
export function unseal(key: Buffer, sealed: Buffer, place: string): Buffer {
  if (sealed[0] !== version) throw new Error(`unknown seal ${sealed[0]} at ${place}`)
  const tagAt = 1 + ivLength
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, tagAt), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagLength)), decipher.final()])
}

export const newKey = (): Buffer => randomBytes(32)

/** A key of 32 bytes for one purpose, made from a secret with enough chance in it. */
export function keyFrom(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
