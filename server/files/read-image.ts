import { Refusal } from '#shared/api/refusals.ts'
import {
  imageFault,
  imageFormats,
  imageMaxBytes,
  imageMaxPixels,
  imageMaxSide,
  minImageHeight,
  minImageWidth,
} from '#shared/files/limits.ts'
import { cutSquare, type Square, squareWithin } from './cut-square.ts'

/** Detected from the first bytes; the file name and the browser's claim are ignored. */
const signatures: [RegExp, string][] = [
  [/^ffd8ff/, 'image/jpeg'],
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^474946383[79]61/, 'image/gif'],
]

const values = {
  file_type_unsupported: { formats: imageFormats.join(', ') },
  file_too_big: { megabytes: imageMaxBytes / 1024 / 1024 },
  image_too_small: { width: minImageWidth, height: minImageHeight },
  image_too_large: { megapixels: imageMaxPixels / 1_000_000, side: imageMaxSide },
} as const

const refused = (code: keyof typeof values) => new Refusal(code, { values: values[code] })

/** How the picture is stored: `photo` whole within 2400 pixels, or cut to a square of at most 1024. */
export type ImageShape = 'photo' | { square: Square | null }

/**
 * Decodes a jpeg, png or gif (detected from its bytes) and encodes it as webp without metadata. The size is read from
 * the header before anything is decoded. A square is given in pixels of the upright picture; without one the middle is
 * taken. Refuses with `file_type_unsupported`, `file_too_big`, `image_corrupted`, `image_too_small`,
 * `image_too_large`, `image_animated` or `image_cut_outside`.
 */
export async function readImage(bytes: Buffer, shape: ImageShape = 'photo'): Promise<Buffer> {
  const head = bytes.subarray(0, 8).toString('hex')
  const type = signatures.find(([signature]) => signature.test(head))?.[1]
  if (type === undefined) throw refused('file_type_unsupported')
  if (bytes.length > imageMaxBytes) throw refused('file_too_big')
  const { default: sharp } = await import('sharp')
  // One thread: the others are for hashing passwords.
  sharp.concurrency(1)
  const picture = sharp(bytes, { limitInputPixels: imageMaxPixels, failOn: 'warning', pages: 1 })
  const { width, height, pages, autoOrient } = await picture.metadata().catch((cause: unknown) => {
    throw String(cause).includes('pixel limit') ? refused('image_too_large') : new Refusal('image_corrupted')
  })
  const fault = imageFault({ type, width, height, bytes: bytes.length })
  if (fault) throw refused(fault)
  if ((pages ?? 1) > 1) throw new Refusal('image_animated')
  const square = shape === 'photo' ? null : squareWithin(autoOrient, shape.square)
  try {
    // Cutting decodes no further than needed, so a broken part below it would not be noticed.
    if (square) await picture.clone().stats()
    const upright = picture.autoOrient()
    const kept = square ? cutSquare(upright, square) : upright.resize(whole)
    return await kept.webp({ quality: 88 }).toBuffer()
  } catch {
    throw new Refusal('image_corrupted')
  }
}

const whole = { width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true } as const
