import { Refusal } from '#shared/api/refusals.ts'

const mostPixels = 40_000_000
const leastSide = 500

/**
 * Decodes an upload as jpeg, png or gif by its bytes and encodes it anew as webp without metadata.
 * Refuses with `file_type_unsupported`, `image_corrupted`, `image_too_small` or `image_too_large`.
 */
export async function readImage(bytes: Buffer): Promise<Buffer> {
  if (!/^(ffd8ff|89504e470d0a1a0a|474946383[79]61)/.test(bytes.subarray(0, 8).toString('hex')))
    throw new Refusal('file_type_unsupported', { values: { formats: 'jpg, jpeg, png, gif' } })
  const { default: sharp } = await import('sharp')
  // One thread: decoding must not take those that passwords need.
  sharp.concurrency(1)
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning', pages: 1 })
  const { width, height } = await picture.metadata().catch((cause: unknown) => {
    throw new Refusal(String(cause).includes('pixel limit') ? 'image_too_large' : 'image_corrupted', {
      values: { megapixels: mostPixels / 1_000_000 },
    })
  })
  if (width * height > mostPixels)
    throw new Refusal('image_too_large', { values: { megapixels: mostPixels / 1_000_000 } })
  if (width < leastSide || height < leastSide)
    throw new Refusal('image_too_small', { values: { width: leastSide, height: leastSide } })
  try {
    return await picture
      .rotate()
      .resize({ width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer()
  } catch {
    throw new Refusal('image_corrupted')
  }
}
