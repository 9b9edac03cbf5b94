import { leastImageWidth } from '#shared/files/limits.ts'
import type { Square } from './crop-square.ts'

/** Larger is never shown. */
const mostSide = 1024

/** The square of the picture as a jpeg: a photo of 8 MB goes out as 200 kB. */
export function cutSquare(image: CanvasImageSource, { x, y, side }: Square): Promise<Blob> {
  const made = Math.max(leastImageWidth, Math.min(mostSide, side))
  const canvas = Object.assign(document.createElement('canvas'), { width: made, height: made })
  const pen = canvas.getContext('2d')
  return new Promise((resolve, reject) => {
    if (!pen) return reject(new Error('no canvas'))
    // A transparent picture stands on white, not on black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, made, made)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(image, x, y, side, side, 0, 0, made, made)
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.9)
  })
}
