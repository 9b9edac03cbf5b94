import { openPicture } from './pictures.ts'

interface Scaled {
  bytes: Buffer
  width: number
  /** Only given for pixels: their number is `width` × `height`, one byte each, from black to white. */
  height?: number
}

/** A smaller copy of a stored picture as webp, or as grey pixels; in a program of its own. */
export default async function scaleImage({ bytes, width, height }: Scaled): Promise<Buffer> {
  const picture = await openPicture(bytes)
  return height === undefined
    ? picture.resize({ width }).webp({ quality: 84 }).toBuffer()
    : picture.greyscale().resize(width, height, { fit: 'fill' }).raw().toBuffer()
}
