import { documentFormats, fileMaxBytes, imageFormats, imageMaxBytes, maxFilesPerField } from '#shared/files/limits.ts'
import type { FormField } from './field.ts'

export interface FileLimits {
  maxFiles: number
  maxBytes: number
  formats: readonly string[]
}

/** What a file field offers and takes: the form may ask for less than the portal can recognise, never for more. */
export function fileLimits({ view, files }: Pick<FormField, 'view' | 'files'>): FileLimits {
  const image = view === 'image'
  const known: readonly string[] = image ? imageFormats : documentFormats
  return {
    maxFiles: files?.max_files ?? (image ? 1 : maxFilesPerField),
    maxBytes: Math.min(files?.max_bytes ?? Number.POSITIVE_INFINITY, image ? imageMaxBytes : fileMaxBytes),
    formats: files?.formats?.filter((format) => known.includes(format)) ?? known,
  }
}
