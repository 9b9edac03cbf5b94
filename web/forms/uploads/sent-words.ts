import { outOf } from '#shared/platform/text/unbroken.ts'
import { fileSize } from '#web/platform/ui/FileField.tsx'

export const offlineWords = 'Связь прервалась. Продолжим с того же места, как только она появится'

/** «12 из 40 МБ», and what happens after everything is sent. */
export function sentWords(part: number, bytes: number, waiting: boolean): string {
  if (waiting) return offlineWords
  if (part >= 1) return 'Отправлено. Проверяем файл…'
  return `Отправлено ${outOf(fileSize(Math.round(part * bytes)), fileSize(bytes))}`
}
