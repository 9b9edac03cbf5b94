import { Refusal } from '#shared/platform/api/refusals.ts'
import {
  imageFormats,
  imageMaxPixels,
  imageMaxSide,
  isTooLarge,
  minImageHeight,
  minImageWidth,
  sideFault,
} from '#shared/platform/files/limits.ts'
import { cutSquare, type Square, squareWithin } from './cut-square.ts'
import { firstBytes } from './first-bytes.ts'
import { openPicture } from './pictures.ts'

/** How a jpeg, a png and a gif begin; the file name and the browser's claim are ignored. */
const signatures = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/]

const values = {
  file_type_unsupported: { formats: imageFormats.join(', ') },
  image_too_small: { width: minImageWidth, height: minImageHeight },
  image_too_large: { megapixels: imageMaxPixels / 1_000_000, side: imageMaxSide },
} as const

const refused = (code: keyof typeof values) => new Refusal(code, { values: values[code] })

/**
 * How the picture is stored: a `photo` as webp within 2400 pixels, a `document` in its own format and size, or cut to a
 * square of at most 1024.
 */
export type ImageShape = 'photo' | 'document' | { square: Square | null }

export interface ImageFile {
  path: string
  shape: ImageShape
  /** Where to write the picture. */
  into: string
}

/** Opens a picture of a stranger, in a program of its own. `readImage` says what it does. */
export default async function decodeImage({ path, shape, into }: ImageFile) {
  const head = (await firstBytes(path, 8)).toString('hex')
  if (!signatures.some((signature) => signature.test(head))) throw refused('file_type_unsupported')
  const picture = await openPicture(path, { limitInputPixels: imageMaxPixels, pages: 1 })
  const { width, height, pages, autoOrient } = await picture.metadata().catch((cause: unknown) => {
    throw String(cause).includes('pixel limit') ? refused('image_too_large') : new Refusal('image_corrupted')
  })
  const tooLarge = isTooLarge({ width, height }) ? ('image_too_large' as const) : null
  const fault = shape === 'document' ? tooLarge : sideFault({ width, height })
  if (fault) throw refused(fault)
  if ((pages ?? 1) > 1) throw new Refusal('image_animated')
  const square = typeof shape === 'object' ? squareWithin(autoOrient, shape.square) : null
  try {
    // Decodes the whole picture: cutting stops at the square, so a broken part below it would not be noticed.
    if (square) await picture.clone().stats()
    const upright = picture.autoOrient()
    const kept = square ? cutSquare(upright, square) : shape === 'photo' ? upright.resize(whole) : upright
    // `force: false` keeps the format of the original.
    const encoded = shape === 'document' ? kept.jpeg({ quality: 88, force: false }) : kept.webp({ quality: 88 })
    const written = await encoded.toFile(into)
    return { width: written.width, height: written.height }
  } catch {
    throw new Refusal('image_corrupted')
  }
}

const whole = { width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true } as const
