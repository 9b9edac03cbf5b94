import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { SaveState } from '#web/platform/ui/SaveState.tsx'
import { FormSections } from './FormSections.tsx'
import { focusFaultIn } from './focus-fault.ts'
import { createFormStore } from './form-store.ts'
import styles from './SettingsForm.module.css'

interface SettingsFormProps<Saved> {
  form: FormSchema
  /** As the server has it; read once, so that nothing that is typed is replaced. */
  answer: AnswerData
  save: (answer: AnswerData) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** The warning before leaving with unsaved edits: «Правки проверки не сохранены.» */
  leaving: string
  /** Why nothing can be saved now. What is typed stays. */
  locked?: string | undefined
  /** Its sections are rarely edited: a line says what is set in each, until it is opened. */
  folded?: boolean
}

/** Settings drawn from a form of the server and saved as a whole, with the faults at their fields. */
export function SettingsForm<Saved>({
  form,
  answer,
  save,
  onSaved,
  leaving,
  locked,
  folded = false,
}: SettingsFormProps<Saved>) {
  const element = useRef<HTMLFormElement>(null)
  const [unsaved, setUnsaved] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [store] = useState(() => createFormStore(form, answer, { onChange: () => setUnsaved(true) }))
  const focusFault = () => focusFaultIn(element.current)
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved, sent) => {
      onSaved(saved)
      // Text that was typed during the request is not saved yet.
      setUnsaved(store.data() !== sent)
      setSavedAt(new Date())
    },
    onError: (error) => {
      if (!isFailure(error) || Object.keys(error.fields).length === 0) return
      store.putFaults(error.fields)
      focusFault()
    },
  })
  const submit = () => {
    if (saving.isPending || locked) return
    // A fault that two fields share may have been corrected in the other one: the server checks again.
    store.putFaults({})
    if (Object.keys(store.check()).length > 0) focusFault()
    else saving.mutate(store.data())
  }
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <LeaveWarning unsaved={() => unsaved}>{leaving}</LeaveWarning>
      <FormSections dense store={store} level={3} folded={() => folded} />
      {!(isFailure(saving.error) && Object.keys(saving.error.fields).length > 0) && (
        <FailureNotice error={saving.error} />
      )}
      {locked ? (
        <p className={styles.quiet}>{locked}</p>
      ) : folded && !unsaved && !savedAt ? null : (
        <div className={styles.row}>
          <Button type="submit" kind="secondary" pending={saving.isPending} pendingText="Сохраняем…">
            Применить
          </Button>
          {unsaved ? (
            <p className={styles.quiet}>Есть несохранённые правки</p>
          ) : (
            <SaveState state={savedAt ? 'saved' : 'idle'} savedAt={savedAt} />
          )}
        </div>
      )}
    </form>
  )
}
