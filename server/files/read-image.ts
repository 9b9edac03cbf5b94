import { openApart } from '#server/platform/apart/open-apart.ts'
import type decodeImage from './decode-image.ts'
import type { DecodedImage, ImageShape } from './decode-image.ts'

/**
 * Decodes a jpeg, png or gif (detected from its bytes) and encodes it upright, in sRGB and without metadata. The size is
 * read from the header before anything is decoded. A square is given in pixels of the upright picture; without one the
 * middle is taken. Refuses with `file_type_unsupported`, `image_corrupted`, `image_too_small`, `image_too_large`,
 * `image_animated`, `image_cut_outside` or `file_too_complex`.
 */
export const readImage = (path: string, shape: ImageShape): Promise<DecodedImage> =>
  openApart<typeof decodeImage>(new URL('./decode-image.ts', import.meta.url), { path, shape })
