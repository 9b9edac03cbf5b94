import { Suspense } from 'react'
import type { FileAnswer, FormField } from '#shared/forms/fields/field.ts'
import { FilesView } from '#web/forms/fields/late-files.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'

const field: FormField = { name: 'file', label: 'Файл для наставника', view: 'file', files: { max_files: 1 } }

interface MentorFileProps {
  mentorId: number
  file: FileAnswer | null
  onChange: (file: FileAnswer | null) => void
}

/** The file that a person attaches to the message to a chosen mentor. */
export function MentorFile({ mentorId, file, onChange }: MentorFileProps) {
  const name = `file-${mentorId}`
  const value = file ? [file] : []
  const keep = (files: unknown) => onChange((files as FileAnswer[]).at(-1) ?? null)
  return (
    <Suspense fallback={<Skeleton lines={2} label="Загружаем поле…" />}>
      <FilesView
        store={{ field: () => ({ value }), set: (_name, files) => keep(files) }}
        field={field}
        props={{
          ...{ label: field.label, name, id: name, value, onChange: keep, onBlur: () => undefined },
          ...{ error: null, hint: undefined, required: false, disabled: false, readOnly: false },
        }}
      />
    </Suspense>
  )
}
