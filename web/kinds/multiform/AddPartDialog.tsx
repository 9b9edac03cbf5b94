import type { FormSchema } from '#shared/forms/fields/field.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MultiformPanel.module.css'
import { type Parts, useAddPart } from './panel-queries.ts'

interface AddPartDialogProps {
  place: StagePanelProps
  form: Parts['form']
  onClose: () => void
}

/** A new part: what it asks, until when, and what happens to people who have already finished. */
export function AddPartDialog({ place, form, onClose }: AddPartDialogProps) {
  const adding = useAddPart(place)
  return (
    <FormDialog
      title="Добавить часть"
      act="Добавить"
      size="l"
      form={form as FormSchema}
      answer={{ questions: [{}] }}
      sections
      send={adding.mutateAsync}
      onClose={onClose}
    >
      <p className={styles.quiet}>
        Участники увидят часть сразу. Проверяющих и условия для неё можно задать потом, на её странице.
      </p>
    </FormDialog>
  )
}
