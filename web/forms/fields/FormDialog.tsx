import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { FieldView, FormOnPage } from './FieldView.tsx'
import styles from './FormDialog.module.css'
import { focusFaultIn } from './focus-fault.ts'
import { createFormStore } from './form-store.ts'

interface FormDialogProps<Saved> {
  title: string
  form: FormSchema
  answer: AnswerData
  action: string
  size?: 'm' | 'l'
  send: (answer: AnswerData) => Promise<Saved>
  onDone: (saved: Saved) => void
  onClose: () => void
  /** Shown above the questions. */
  children?: ReactNode
}

/** A few questions in a dialog, with the server's faults at their fields. Rendered only while it is open. */
export function FormDialog<Saved>({
  title,
  form,
  answer,
  action,
  size = 'm',
  send,
  onDone,
  onClose,
  children,
}: FormDialogProps<Saved>) {
  const [store] = useState(() => createFormStore(form, answer))
  const element = useRef<HTMLFormElement>(null)
  const id = useId()
  const focusFault = () => focusFaultIn(element.current)
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      if (!isFailure(error, 'form_invalid')) return
      store.putFaults(error.fields)
      focusFault()
    },
  })
  function submit() {
    if (sending.isPending) return
    store.putFaults({})
    if (Object.keys(store.check()).length > 0) focusFault()
    else sending.mutate(store.data())
  }
  return (
    <Dialog
      title={title}
      isOpen
      size={size}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button pending={sending.isPending} onClick={submit}>
            {action}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <form
        ref={element}
        className={styles.questions}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {/* The page below may have a question of the same name. */}
        <FormOnPage value={`${id}-`}>
          {children}
          {fieldsOf(form).map((field) => (
            <FieldView key={field.name} store={store} field={field} path={field.name} />
          ))}
        </FormOnPage>
        {/* Beside the button: of a long dialog the first line may be out of sight. */}
        {!isFailure(sending.error, 'form_invalid') && <FailureNotice error={sending.error} />}
      </form>
    </Dialog>
  )
}
