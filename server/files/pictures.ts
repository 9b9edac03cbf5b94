import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'

/** A picture that is decoded can take 200 MB, so there is one at a time. */
export const oneDecoding = pLimit(1)

/** Opens a picture. Loads the library when the first one is opened. */
export async function openPicture(picture: string | Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // One thread: the others are for hashing passwords.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(picture, options)
}
