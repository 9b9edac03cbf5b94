import { createCipheriv, createDecipheriv } from 'node:crypto'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'

type Keeping = Pick<Services, 'config' | 'clock'>

/** A name is told for up to this time and is good for as long again. */
export const pictureHourMs = 3_600_000

/**
 * The name under which a reader is told a picture of a person: the id of the file under a key that changes every hour.
 * Whoever may no longer see the person is told no new name, and the last one ends in two hours at most.
 */
export function pictureName(keeping: Keeping, fileId: string): string {
  const cipher = createCipheriv('aes-128-ecb', keyOf(keeping, 0), null).setAutoPadding(false)
  return cipher.update(fileId, 'hex', 'hex') + cipher.final('hex')
}

/** The files that a name may mean: one for this hour and one for the last. Only one of them can exist. */
export const filesNamed = (keeping: Keeping, name: string): string[] =>
  [0, 1].map((hoursAgo) => {
    const decipher = createDecipheriv('aes-128-ecb', keyOf(keeping, hoursAgo), null).setAutoPadding(false)
    return decipher.update(name, 'hex', 'hex') + decipher.final('hex')
  })

/** The same row with the picture under a name for its reader. */
export const withPicture = <Row extends { avatar: string | null }>(keeping: Keeping, row: Row): Row => ({
  ...row,
  avatar: row.avatar && pictureName(keeping, row.avatar),
})

function keyOf({ config, clock }: Keeping, hoursAgo: number): Buffer {
  const hour = Math.floor(clock().getTime() / pictureHourMs) - hoursAgo
  return keyedHash(config.pepper, 'names of pictures', String(hour)).subarray(0, 16)
}
