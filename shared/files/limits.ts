/** Which pictures the portal accepts: minimum size and formats. The server reads both from the content. */
export const minImageWidth = 500
export const minImageHeight = 500
export const imageFormats = ['jpg', 'jpeg', 'png', 'gif'] as const
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif'] as const
export const imageMaxBytes = 10 * 1024 * 1024
/** A small file can decode into a picture that fills the memory. */
export const imageMaxPixels = 50_000_000
export const imageMaxSide = 16_000

/** Pictures are stored in this format, whatever they were sent in. */
export const storedImageFormat = 'webp'

/** What a file field offers and the server accepts: formats that can be recognised by their content. */
export const documentFormats = ['pdf', 'docx', 'xlsx', 'pptx', 'jpg', 'jpeg', 'png'] as const
/** The maximum size of a file unless its field says otherwise. */
export const fileMaxBytes = 20 * 1024 * 1024
/** The most that a field may ask for. */
export const largeFileMaxBytes = 500 * 1024 * 1024
export const maxFilesPerField = 5
/** How many files a person may be sending at once; a page sends fewer and keeps the others waiting. */
export const maxUploadsAtOnce = 6
/** Files of one person that have begun to come and are not whole. */
export const maxUnfinishedUploads = 20
/** A page sends a file in pieces of this size, so that a lost one costs little and storages take it as it is. */
export const uploadPieceBytes = 8 * 1024 * 1024
/** Begun before the end of its stage, a file may go on coming for so long. */
export const uploadGraceMs = 3_600_000
/** After so long without a byte a stage waits no longer for a file. */
export const uploadSilenceMs = 600_000

/** What a scanner for viruses said: a file that waits opens to nobody, an infected one is gone. */
export type FileScan = 'clean' | 'waiting' | 'infected'

type SideFault = 'image_too_small' | 'image_too_large'
type ImageFault = 'file_type_unsupported' | 'file_too_big' | SideFault

/** What is wrong with a picture, or null. `type` is read from the content. */
export function imageFault(image: { type: string; width: number; height: number; bytes: number }): ImageFault | null {
  if (!(imageTypes as readonly string[]).includes(image.type)) return 'file_type_unsupported'
  return image.bytes > imageMaxBytes ? 'file_too_big' : sideFault(image)
}

export function sideFault(image: { width: number; height: number }): SideFault | null {
  if (image.width < minImageWidth || image.height < minImageHeight) return 'image_too_small'
  return isTooLarge(image) ? 'image_too_large' : null
}

/** Whether a picture unpacks into more than the portal decodes. */
export const isTooLarge = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > imageMaxSide || width * height > imageMaxPixels

/** The extension of a file name, in lower case without the dot; empty when there is none. */
export function formatOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

/** «20 МБ», «1,5 МБ»: for hints and refusals. */
export function megabytes(bytes: number): string {
  return `${(Math.round((bytes / (1024 * 1024)) * 10) / 10).toString().replace('.', ',')} МБ`
}
