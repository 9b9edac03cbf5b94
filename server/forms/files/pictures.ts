import type { Sharp, SharpOptions } from 'sharp'

/** Opens a picture. Called only in programs that open files. */
export async function openPicture(picture: string | Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  // Photos of many phones have bytes at which a decoder only warns. What is cut off is an error.
  return sharp(picture, { failOn: 'error', ...options })
}
