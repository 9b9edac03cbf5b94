import type { FormField } from '#shared/forms/fields/field.ts'
import { fileLimits } from '#shared/forms/fields/file-limits.ts'
import { formatOf, megabytes, minImageHeight, minImageWidth } from '#shared/platform/files/limits.ts'
import { counted } from '#shared/platform/time/plural.ts'

/** «PDF, DOCX, до 10 МБ каждый, не больше 3 файлов»: read before a file is chosen. */
export function fileLimitsText(field: FormField): string {
  const { maxFiles, maxBytes, formats } = fileLimits(field)
  const several = maxFiles > 1
  return [
    formats.map((format) => format.toUpperCase()).join(', '),
    ...(field.view === 'image' ? [`не меньше ${minImageWidth}×${minImageHeight} пикселей`] : []),
    `до ${megabytes(maxBytes)}${several ? ' каждый' : ''}`,
    ...(several ? [`не больше ${counted(maxFiles, 'файла', 'файлов', 'файлов')}`] : []),
  ].join(', ')
}

/** The fault of a chosen file before the upload; null when it may be uploaded. */
export function chosenFileFault(field: FormField, file: { name: string; size: number }): string | null {
  const { maxBytes, formats } = fileLimits(field)
  if (!formats.includes(formatOf(file.name))) {
    return `Файлы такого вида не принимаются. Подойдут: ${formats.join(', ')}`
  }
  if (file.size === 0) return 'Файл пустой. Выберите другой'
  return file.size > maxBytes ? `Файл слишком большой: не больше ${megabytes(maxBytes)}` : null
}
