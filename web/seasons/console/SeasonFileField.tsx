import { maxSeasonFile } from '#shared/seasons/competitions/season-file-limits.ts'
import { FileField } from '#web/platform/ui/FileField.tsx'

const tooLarge = { error: 'Файл больше 12 МБ' }

/** The file of a whole season. */
export function SeasonFileField({ file, onChange }: { file: File | null; onChange: (file: File | null) => void }) {
  return (
    <FileField
      label="Файл сезона"
      name="season-file"
      hint="Файл, который скачан кнопкой «Скачать сезон файлом». Людей в нём нет; промокоды впишите заново."
      limits="JSON, до 12 МБ"
      accept=".json,application/json"
      value={
        file ? [{ id: 'season', name: file.name, size: file.size, ...(file.size > maxSeasonFile && tooLarge) }] : []
      }
      onAdd={([chosen]) => onChange(chosen ?? null)}
      onRemove={() => onChange(null)}
    />
  )
}
