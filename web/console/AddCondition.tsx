import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { fieldsOf } from '#shared/forms/field.ts'
import { type ConditionChoices, conditionForm, conditionOf } from '#shared/stages/condition-form.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { gateInWords } from '#shared/stages/gate-in-words.ts'
import { FieldView, FormOnPage } from '#web/platform/forms/FieldView.tsx'
import { createFormStore } from '#web/platform/forms/form-store.ts'
import { useFormValue } from '#web/platform/forms/use-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './EntryCondition.module.css'

interface AddConditionProps {
  /** A sentence as participants read it here. */
  say: (sentence: string) => string
  choices: ConditionChoices
  onAdd: (condition: Gate) => void
  /** Added or cancelled: the fields are closed and the button is shown again. */
  onClose: () => void
}

/** The way to a new condition, and its fields once it was pressed. */
export function AddCondition({ onAdd, onClose, choices, say }: AddConditionProps) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <div>
        <Button kind="secondary" size="s" data-add onClick={() => setOpen(true)}>
          Добавить условие
        </Button>
      </div>
    )
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <NewCondition
      choices={choices}
      say={say}
      onClose={close}
      onAdd={(condition, more) => {
        onAdd(condition)
        if (!more) close()
      }}
    />
  )
}

interface NewConditionProps extends Omit<AddConditionProps, 'onAdd'> {
  /** `more`: another one follows. */
  onAdd: (condition: Gate, more: boolean) => void
}

/** Puts a condition together by choosing, with the sentence that it will be for a participant. */
function NewCondition({ choices, onAdd, onClose, say }: NewConditionProps) {
  const [store] = useState(() => createFormStore(conditionForm(choices), {}))
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => focusFirst(box.current), [])
  const condition = useFormValue(store, () => conditionOf(store.data(), choices))
  const id = useId()
  const titles = new Map(choices.stages.map(({ id, value }) => [id, value]))
  function add(more = false) {
    if (Object.keys(store.check()).length > 0 || !condition) return
    onAdd(condition, more)
    if (!more) return
    store.replace({})
    focusFirst(box.current)
  }
  /** The stage around it is not to be saved by this. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    // There it chooses what was found.
    if (event.target.type !== 'search') add()
  }
  return (
    <fieldset ref={box} className={styles.adding} onKeyDown={onKeyDown}>
      <legend className={styles.legend}>Новое условие</legend>
      <FormOnPage value={`${id}-`}>
        {fieldsOf(store.schema).map((field) => (
          <FieldView key={field.name} store={store} field={field} path={field.name} />
        ))}
      </FormOnPage>
      <p className={styles.quiet} role="status">
        {condition && `Участник прочитает: ${gateInWords(condition, titles).map(say).join('; ')}`}
      </p>
      <div className={styles.buttons}>
        <Button kind="secondary" size="s" onClick={() => add()}>
          Добавить
        </Button>
        <Button kind="secondary" size="s" onClick={() => add(true)}>
          Добавить и ещё одно
        </Button>
        <Button kind="quiet" size="s" onClick={onClose}>
          Отмена
        </Button>
      </div>
    </fieldset>
  )
}

const focusFirst = (box: HTMLElement | null) => box?.querySelector('button')?.focus()
