import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import {
  imageFault,
  imageFormats,
  imageMaxBytes,
  imageMaxPixels,
  imageMaxSide,
  minImageHeight,
  minImageWidth,
} from '#shared/platform/files/limits.ts'

export interface OpenedPicture {
  /** An object URL; release it with `URL.revokeObjectURL`. */
  url: string
  width: number
  height: number
  /** The chosen file: the server checks and crops these bytes. */
  file: File
}

/** A picture that cannot be used; the message is for the person. */
class PictureFault extends Error {}

const signatures: [string, string][] = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['474946383761', 'image/gif'],
  ['474946383961', 'image/gif'],
]

const values = {
  formats: imageFormats.join(', '),
  megabytes: imageMaxBytes / 1024 / 1024,
  width: minImageWidth,
  height: minImageHeight,
  megapixels: imageMaxPixels / 1_000_000,
  side: imageMaxSide,
}

/** Opens a chosen file as an upright picture. Throws `PictureFault` with the same messages as the server. */
export async function openPicture(file: File): Promise<OpenedPicture> {
  if (file.size === 0) throw new PictureFault(wordingOf('file_empty'))
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const hex = [...head].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const type = signatures.find(([start]) => hex.startsWith(start))?.[1] ?? ''
  refuse(imageFault({ type, bytes: file.size, width: minImageWidth, height: minImageHeight }))
  const url = URL.createObjectURL(file)
  const image = new Image()
  try {
    image.src = url
    await image.decode().catch(() => {
      throw new PictureFault(wordingOf('image_corrupted'))
    })
    const { naturalWidth: width, naturalHeight: height } = image
    refuse(imageFault({ type, bytes: file.size, width, height }))
    return { url, file, width, height }
  } catch (fault) {
    URL.revokeObjectURL(url)
    throw fault
  }
}

function refuse(fault: ReturnType<typeof imageFault>): void {
  if (fault) throw new PictureFault(wordingOf(fault, values))
}
