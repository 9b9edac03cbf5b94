import { Suspense, useRef } from 'react'
import type { FileAnswer, FormField } from '#shared/forms/fields/field.ts'
import { FilesView } from '#web/forms/fields/late-files.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'

interface TeamFileProps {
  field: FormField
  /** Tells fields of one page apart. */
  name: string
  value: readonly FileAnswer[]
  error?: string | null
  required: boolean
  onChange: (files: readonly FileAnswer[]) => void
}

/** A field of files that are uploaded at once; what is saved later refers to them. */
export function TeamFile({ field, name, value, error = null, required, onChange }: TeamFileProps) {
  // A file that arrives later is added to the present files, not to those at the time when it was chosen.
  const kept = useRef(value)
  kept.current = value
  const keep = (files: unknown) => {
    kept.current = files as FileAnswer[]
    onChange(kept.current)
  }
  return (
    <Suspense fallback={<Skeleton lines={2} label="Загружаем поле…" />}>
      <FilesView
        store={{ field: () => ({ value: kept.current }), set: (_name, files) => keep(files) }}
        field={field}
        props={{
          ...{ label: field.label, name, id: name, value, onChange: keep, onBlur: () => undefined },
          ...{ error, hint: undefined, required, disabled: false, readOnly: false },
        }}
      />
    </Suspense>
  )
}
