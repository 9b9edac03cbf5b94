import { useRef, useState } from 'react'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { focusFaultIn } from '#web/forms/fields/focus-fault.ts'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
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
  const [store] = useState(() => createFormStore(form as FormSchema, { questions: [{}] }))
  const box = useRef<HTMLFormElement>(null)
  const focusFault = () => focusFaultIn(box.current)
  const add = () => {
    if (adding.isPending) return
    if (Object.keys(store.check()).length > 0) {
      focusFault()
      return
    }
    adding.mutate(store.data(), {
      onSuccess: onClose,
      onError: (error) => {
        if (!isFailure(error)) return
        store.putFaults(error.fields)
        focusFault()
      },
    })
  }
  const refusal = isFailure(adding.error) && Object.keys(adding.error.fields).length > 0 ? null : adding.error
  return (
    <Dialog title="Добавить часть" isOpen size="l" role="alertdialog" onClose={onClose}>
      <form
        ref={box}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <p className={styles.quiet}>
          Участники увидят часть сразу. Проверяющих и условия для неё можно задать потом, на её странице.
        </p>
        <FormSections store={store} />
        {refusal && <Notice tone="danger" role="alert" title={failureText(refusal)} />}
        <div className={styles.row}>
          <Button type="submit" pending={adding.isPending} pendingText="Добавляем…">
            Добавить
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Отменить
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
