import { textOf } from '#shared/forms/fields/field.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'

interface PictureDialogProps {
  file: File
  insert: (file: File, alt: string) => Promise<void>
  onClose: () => void
}

const form = formOf({
  name: 'alt',
  label: 'Что на картинке',
  hint: 'Прочитают те, кто не видит картинку или отключил изображения',
  view: 'text',
  validation_rules: { required: true, max_length: 300 },
})

/** Inserts a picture with its alternative text. */
export function PictureDialog({ file, insert, onClose }: PictureDialogProps) {
  return (
    <FormDialog
      title="Картинка"
      act="Вставить"
      size="s"
      form={form}
      send={({ alt }) => insert(file, textOf(alt).trim())}
      onClose={onClose}
    />
  )
}
