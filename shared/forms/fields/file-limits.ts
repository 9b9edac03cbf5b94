import {
  documentFormats,
  fileMaxBytes,
  imageFormats,
  imageMaxBytes,
  largeFileMaxBytes,
  maxFilesPerField,
} from '#shared/platform/files/limits.ts'
import type { FormField } from './field.ts'

export interface FileLimits {
  maxFiles: number
  maxBytes: number
  formats: readonly string[]
}

/** The limits of a file field: a form may allow fewer formats than the portal can recognise, never more. */
export function fileLimits({ view, files }: Pick<FormField, 'view' | 'files'>): FileLimits {
  const image = view === 'image'
  const known = knownFormats(view)
  return {
    maxFiles: files?.max_files ?? (image ? 1 : maxFilesPerField),
    maxBytes: Math.min(files?.max_bytes ?? fileMaxBytes, image ? imageMaxBytes : largeFileMaxBytes),
    formats: files?.formats?.filter((format) => known.includes(format)) ?? known,
  }
}

/** The formats that a form allows but the portal does not recognise. */
export const unknownFormats = ({ view, files }: Pick<FormField, 'view' | 'files'>): readonly string[] =>
  files?.formats?.filter((format) => !knownFormats(view).includes(format)) ?? []

const knownFormats = (view: FormField['view']): readonly string[] => (view === 'image' ? imageFormats : documentFormats)
