import { scaledImage } from '#server/forms/files/scaled-image.ts'

const width = 8
const height = 8

/**
 * A fingerprint of a picture, 64 bits: for each pixel of a small grey copy, whether it is brighter than its right
 * neighbour. Another size, format or compression changes few bits.
 */
export async function photoLook(picture: Buffer): Promise<string> {
  const grey = await scaledImage({ bytes: picture, width: width + 1, height })
  const at = (x: number, y: number) => grey[y * (width + 1) + x] ?? 0
  return Array.from({ length: width * height }, (_none, place) => {
    const [x, y] = [place % width, Math.floor(place / width)]
    return at(x, y) > at(x + 1, y) ? '1' : '0'
  }).join('')
}
