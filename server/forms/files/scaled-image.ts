import { openPictureApart } from '#server/platform/apart/open-apart.ts'
import type scaleImage from './scale-image.ts'

export const scaledImage = (asked: Parameters<typeof scaleImage>[0]): Promise<Buffer> =>
  openPictureApart<typeof scaleImage>(new URL('./scale-image.ts', import.meta.url), asked)
