/** Which pictures the portal accepts: minimum size and formats. The server reads both from the content. */
export const minImageWidth = 500
export const minImageHeight = 500
export const imageFormats = ['jpg', 'jpeg', 'png', 'gif'] as const
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif'] as const
export const imageMaxBytes = 10 * 1024 * 1024
/** A small file can decode into a picture that fills the memory. */
export const imageMaxPixels = 50_000_000
export const imageMaxSide = 16_000

/** Every picture is stored in this format. */
export const storedImageFormat = 'webp'

/** The formats that a file field offers and the server accepts: those that can be recognised by their content. */
export const documentFormats = ['pdf', 'docx', 'xlsx', 'pptx', 'jpg', 'jpeg', 'png'] as const
/** The maximum size of a file unless its field says otherwise. */
export const fileMaxBytes = 20 * 1024 * 1024
/** The largest limit that a field may set. */
export const largeFileMaxBytes = 500 * 1024 * 1024
export const maxFilesPerField = 5
/** How many files a person may upload at once; a page uploads fewer and queues the others. */
export const maxUploadsAtOnce = 6
/** Unfinished uploads of one person. */
export const maxUnfinishedUploads = 20
/**
 * A page sends a file in pieces of this size: a lost piece costs little, and storages accept the pieces as they are.
 */
export const uploadPieceBytes = 8 * 1024 * 1024
/** An upload that began before the end of its stage may continue for this time after the end. */
export const uploadGraceMs = 3_600_000
/** A stage stops waiting for an upload that has sent no bytes for this time. */
export const uploadSilenceMs = 600_000

/** The result of the virus scan: nobody can open a waiting file, an infected file is deleted. */
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

/** Whether a picture has more pixels than the portal decodes. */
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
