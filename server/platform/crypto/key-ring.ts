import { keyFrom, seal, unseal } from './seal.ts'

/** The key in use, and the previous and next keys, valid too, so that processes can change keys one after another. */
export interface Rotated<Key> {
  current: Key
  previous: Key | null
  next: Key | null
}

export type KeyRing = Rotated<Buffer>

const version = 2
const idLength = 4

export const allKeys = <Key>({ current, previous, next }: Rotated<Key>): Key[] =>
  [current, previous, next].filter((key): key is NonNullable<typeof key> => key !== null)

/** The ring with its keys derived for one purpose. */
export const ringFor = ({ current, previous, next }: KeyRing, purpose: string): KeyRing => ({
  current: keyFrom(current, purpose),
  previous: previous && keyFrom(previous, purpose),
  next: next && keyFrom(next, purpose),
})

/** Prefix of values that a ring sealed with this key: the version and the key's id, which does not reveal the key. */
export const markOf = (key: Buffer): Buffer =>
  Buffer.concat([Buffer.of(version), keyFrom(key, 'key id').subarray(0, idLength)])

/** Seals with the key in use. The value carries the key's id. */
export const sealWithRing = (ring: KeyRing, text: string | Buffer, place: string): Buffer =>
  Buffer.concat([markOf(ring.current), seal(ring.current, text, place)])

/** Opens values sealed with any key of the ring, including those sealed before values carried an id. */
export function unsealWithRing(ring: KeyRing, sealed: Buffer, place: string): Buffer {
  if (sealed[0] !== version) return unsealWithoutId(allKeys(ring), sealed, place)
  const mark = sealed.subarray(0, 1 + idLength)
  const key = allKeys(ring).find((known) => markOf(known).equals(mark))
  if (!key) throw new Error(`the key ${mark.toString('hex', 1)} of the value at ${place} is not known`)
  return unseal(key, sealed.subarray(1 + idLength), place)
}

function unsealWithoutId([key, ...others]: Buffer[], sealed: Buffer, place: string): Buffer {
  try {
    return unseal(key as Buffer, sealed, place)
  } catch (error) {
    if (others.length === 0) throw error
    return unsealWithoutId(others, sealed, place)
  }
}
