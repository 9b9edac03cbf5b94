import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import styles from '#web/accounts/auth/Entrance.module.css'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import type { Progress } from './step.ts'
import { useAutosave } from './use-autosave.ts'

interface SectionStepProps {
  store: FormStore
  section: number
  registrationId: string
  onProgress: (progress: Progress) => void
  /** Together with the faults that the server found there. */
  onSection: (section: number, found?: FieldFaults) => void
  /** Faults of this section that were found at the end of another. */
  found: FieldFaults
  onDone: () => void
}

/** The faults that belong to one section of the form. */
function faultsOfSection(store: Pick<FormStore, 'schema'>, section: number, faults: FieldFaults): FieldFaults {
  const names = new Set(store.schema.sections[section]?.fields.map(({ name }) => name))
  return Object.fromEntries(Object.entries(faults).filter(([path]) => names.has(path.split('.')[0] ?? '')))
}

/** One section of the form: saved on the server at each step, validated as a whole at the last one. */
export function SectionStep({
  store,
  section,
  registrationId,
  onProgress,
  onSection,
  onDone,
  found,
}: SectionStepProps) {
  const [attempt, setAttempt] = useState(Object.keys(found).length > 0 ? 1 : 0)
  // A field leaves the summary as soon as it is corrected.
  const faults = useFormValue(store, () => Object.entries(faultsOfSection(store, section, store.faults())))
  const last = section === store.schema.sections.length - 1
  const autosave = useAutosave(store, registrationId)
  const labels = new Map(fieldsOf(store.schema).map((field) => [field.name, field.label]))

  const saving = useMutation({
    mutationFn: async () => {
      await autosave.stop()
      const body = { registration_id: registrationId, data: store.data(), complete: last }
      onProgress(await api('POST /auth/register/reg_info', { body }))
    },
    onSuccess: () => (last ? onDone() : onSection(section + 1)),
    onError: (error) => {
      if (isFailure(error)) showFields(error.fields)
      autosave.goOn()
    },
  })
  const inFields = isFailure(saving.error) && Object.keys(saving.error.fields).length > 0

  function submit(event: FormEvent) {
    event.preventDefault()
    const all = store.check()
    const here = faultsOfSection(store, section, all)
    // Only the fields of this step are validated now.
    store.replace(store.data())
    store.putFaults(here)
    setAttempt(attempt + 1)
    if (Object.keys(here).length > 0) saving.reset()
    else saving.mutate()
  }
  function showFields(fields: FieldFaults) {
    store.putFaults(fields)
    const at = store.schema.sections.findIndex((_each, i) => Object.keys(faultsOfSection(store, i, fields)).length > 0)
    if (at >= 0 && at !== section) onSection(at, fields)
    else setAttempt((before) => before + 1)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary
        attempt={attempt}
        faults={(attempt > 0 ? faults : []).map(([name, { message }]) => ({
          name,
          label: labels.get(name.split('.')[0] ?? '') ?? '',
          message,
        }))}
      />
      <FailureNotice error={!inFields && saving.error} />
      <FormSections store={store} section={section} />
      <p className={styles.buttons}>
        <Button type="submit" pending={saving.isPending} pendingText="Сохраняем…">
          Сохранить и продолжить
        </Button>
        {section > 0 && (
          <Button kind="quiet" onClick={() => onSection(section - 1)}>
            Назад
          </Button>
        )}
      </p>
    </form>
  )
}
