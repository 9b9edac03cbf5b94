import { useRef, useState } from 'react'
import { cleanAnswer, humanReadable } from '#shared/forms/fields/answer.ts'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { words } from '#web/platform/ui/words.ts'
import { faultsInWords } from '#web/seasons/console/use-stage-editor.ts'
import { AnswerInWords } from '#web/stages/AnswerInWords.tsx'
import styles from './FormBuilder.module.css'
import type { Dictionaries } from './queries.ts'

interface FormPreviewProps {
  form: FormSchema
  dictionaries: Dictionaries
  onClose: () => void
}

/** The form as people will see and fill it in, checked by the same rules. Nothing of it is kept. */
export function FormPreview({ form, dictionaries, onClose }: FormPreviewProps) {
  const [store] = useState(() => createFormStore(withoutFiles(form), {}, { dictionaries }))
  const [attempt, setAttempt] = useState(0)
  const [sound, setSound] = useState(false)
  const faults = useFormValue(store, () => store.faults())
  const result = useRef<HTMLDivElement>(null)
  const lines = humanReadable(store.schema, cleanAnswer(store.schema, store.data()).data, dictionaries)
  const files = fieldsOf(form).filter(({ view }) => view === 'file' || view === 'image')
  return (
    <Dialog
      title="Проба анкеты"
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              const found = Object.keys(store.check()).length === 0
              setSound(found)
              setAttempt((times) => times + 1)
              if (found) requestAnimationFrame(() => result.current?.scrollIntoView({ block: 'nearest' }))
            }}
          >
            Проверить ответы
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <div className={styles.questions}>
        <p className={styles.quiet}>
          Так анкету увидят участники. Ответы проверяются как при сдаче и нигде не сохраняются.
        </p>
        <ErrorSummary faults={faultsInWords(store.schema, attempt > 0 ? faults : {})} attempt={attempt} />
        {files.length > 0 && (
          <p className={styles.quiet}>
            Файлы в пробе не загружаются: {files.map(({ label }) => quoted(label)).join(', ')}.
          </p>
        )}
        <FormSections store={store} level={3} />
        {attempt > 0 && sound && Object.keys(faults).length === 0 && (
          <div ref={result}>
            <Notice tone="success" role="status" title="Ошибок нет: такую анкету примут">
              <Heading level={3} size={4}>
                Так ответы увидит проверяющий
              </Heading>
              <AnswerInWords lines={lines} />
            </Notice>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** An upload would be stored, so the preview has no fields for files. */
const withoutFiles = (form: FormSchema): FormSchema => ({
  ...form,
  sections: form.sections.map((section) => ({
    ...section,
    fields: section.fields
      .filter(({ view }) => view !== 'file' && view !== 'image')
      .map((field) =>
        field.fields
          ? { ...field, fields: field.fields.filter(({ view }) => view !== 'file' && view !== 'image') }
          : field,
      ),
  })),
})
