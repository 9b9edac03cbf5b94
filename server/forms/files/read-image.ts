import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { openPictureApart } from '#server/platform/apart/open-apart.ts'
import type { FileDisk, ReceivedBytes } from '#server/platform/files/disk.ts'
import type decodeImage from './decode-image.ts'
import type { ImageShape } from './decode-image.ts'

/**
 * Decodes a jpeg, png or gif (detected from its bytes) and encodes it upright, in sRGB and without metadata. The size is
 * read from the header before anything is decoded. A square is given in pixels of the upright picture; without one the
 * middle is taken. Refuses with `file_type_unsupported`, `image_corrupted`, `image_too_small`, `image_too_large`,
 * `image_animated`, `image_cut_outside` or `file_too_complex`.
 */
export async function readImage(
  disk: FileDisk,
  path: string,
  shape: ImageShape,
): Promise<{ file: ReceivedBytes; width: number; height: number }> {
  const into = `${path}.decoded`
  try {
    const task = new URL('./decode-image.ts', import.meta.url)
    const size = await openPictureApart<typeof decodeImage>(task, { path, shape, into })
    return { file: await disk.receive(createReadStream(into)), ...size }
  } finally {
    await rm(into, { force: true })
  }
}
