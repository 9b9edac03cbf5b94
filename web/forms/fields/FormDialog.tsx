import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import type { AnswerData, FormField, FormSchema } from '#shared/forms/fields/field.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { Confirm, type ConfirmProps } from '#web/platform/ui/Confirm.tsx'
import { FieldView, FormOnPage } from './FieldView.tsx'
import styles from './FormDialog.module.css'
import { FormSections } from './FormSections.tsx'
import { focusFaultIn } from './focus-fault.ts'
import { createFormStore, type FormStore, type FormStoreOptions } from './form-store.ts'

interface FormDialogProps<Saved> extends Omit<ConfirmProps<Saved>, 'children' | 'send'> {
  form: FormSchema
  answer?: AnswerData
  /** Faults besides the fields' own rules. */
  faults?: FormStoreOptions['faults']
  /** The faults at fields that a refusal means when it names none. */
  faultsOf?: (error: unknown) => FieldFaults
  /** The sections with their titles. */
  sections?: boolean
  /** A view in place of the usual one of a field; null for the usual one. */
  drawn?: (field: FormField, store: FormStore) => ReactNode | null
  send: (answer: AnswerData) => Promise<Saved>
  /** Shown above the questions. */
  children?: ReactNode | ((store: FormStore) => ReactNode)
  /** Shown below the questions: what follows from the answer. */
  below?: (store: FormStore) => ReactNode
}

/** A few questions in a dialog, with the server's faults at their fields. Rendered only while it is open. */
export function FormDialog<Saved>(props: FormDialogProps<Saved>) {
  const { form, answer = {}, faults, faultsOf, sections = false, drawn, send, children, below, ...question } = props
  const [store] = useState(() => createFormStore(form, answer, faults && { faults }))
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  async function sendChecked(): Promise<Saved | false> {
    store.putFaults({})
    if (Object.keys(store.check()).length === 0) {
      try {
        return await send(store.data())
      } catch (error) {
        const placed = { ...(isFailure(error) && error.fields), ...faultsOf?.(error) }
        const names = fieldsOf(form).map(({ name }) => name)
        if (!Object.keys(placed).some((path) => names.includes(path.split('.')[0] ?? ''))) throw error
        store.putFaults(placed)
      }
    }
    focusFaultIn(box.current)
    return false
  }
  return (
    <Confirm size="m" {...question} send={sendChecked}>
      <div ref={box} className={styles.questions}>
        {/* The page below may have a question of the same name. */}
        <FormOnPage value={`${id}-`}>
          {typeof children === 'function' ? children(store) : children}
          {sections ? (
            <FormSections store={store} level={3} />
          ) : (
            fieldsOf(form).map((field) => (
              <Fragment key={field.name}>
                {drawn?.(field, store) ?? <FieldView store={store} field={field} path={field.name} />}
              </Fragment>
            ))
          )}
          {below?.(store)}
        </FormOnPage>
      </div>
    </Confirm>
  )
}
