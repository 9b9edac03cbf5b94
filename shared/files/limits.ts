/** Which pictures the portal accepts: minimum size and formats. The server reads both from the content. */
export const minImageWidth = 500
export const minImageHeight = 500
export const imageFormats = ['jpg', 'jpeg', 'png', 'gif'] as const
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif'] as const
export const imageMaxBytes = 10 * 1024 * 1024
/** A small file can decode into a picture that fills the memory. */
export const imageMaxPixels = 50_000_000
export const imageMaxSide = 16_000

export const documentFormats = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'rtf', 'txt', 'zip'] as const
/** The maximum size of a file unless the field sets a smaller one. */
export const fileMaxBytes = 20 * 1024 * 1024
export const maxFilesPerField = 5

type ImageFault = 'file_type_unsupported' | 'file_too_big' | 'image_too_small' | 'image_too_large'

/** What is wrong with a picture, or null. `type` is read from the content. */
export function imageFault(image: { type: string; width: number; height: number; bytes: number }): ImageFault | null {
  if (!(imageTypes as readonly string[]).includes(image.type)) return 'file_type_unsupported'
  if (image.bytes > imageMaxBytes) return 'file_too_big'
  if (image.width < minImageWidth || image.height < minImageHeight) return 'image_too_small'
  const tooLarge = Math.max(image.width, image.height) > imageMaxSide || image.width * image.height > imageMaxPixels
  return tooLarge ? 'image_too_large' : null
}

/** The extension of a file name, in lower case without the dot; empty when there is none. */
export function formatOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

/** «20 МБ», «1,5 МБ»: for hints and refusals. */
export function megabytes(bytes: number): string {
  return `${(Math.round((bytes / (1024 * 1024)) * 10) / 10).toString().replace('.', ',')} МБ`
}
