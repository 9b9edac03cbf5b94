import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { fieldsOf, isEmpty } from '#shared/forms/fields/field.ts'
import { type ConditionChoices, conditionForm, conditionOf } from '#shared/stages/condition-form.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { gateInWords } from '#shared/stages/gate-in-words.ts'
import { FieldView, FormOnPage } from '#web/forms/fields/FieldView.tsx'
import { focusFaultIn } from '#web/forms/fields/focus-fault.ts'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { words } from '#web/platform/ui/words.ts'
import styles from './EntryCondition.module.css'
import { useUnadded } from './unadded.ts'

interface AddConditionProps {
  /** A sentence as participants read it here. */
  say: (sentence: string) => string
  choices: ConditionChoices
  onAdd: (condition: Gate) => void
  /** Its fields are shown. */
  onOpen: () => void
  /** The fields are closed and the button is shown again: `pressed` in them, or saved with the form around. */
  onClose: (how: 'pressed' | 'saved') => void
}

/** The way to a new condition, and its fields once it was pressed. */
export function AddCondition({ onAdd, onOpen, onClose, choices, say }: AddConditionProps) {
  const [open, setOpen] = useState(false)
  const begin = () => {
    setOpen(true)
    onOpen()
  }
  if (!open)
    return (
      <div>
        <Button kind="secondary" size="s" data-add onClick={begin}>
          Добавить условие
        </Button>
      </div>
    )
  const close = (how: 'pressed' | 'saved') => {
    setOpen(false)
    onClose(how)
  }
  return <NewCondition choices={choices} say={say} onClose={close} onAdd={onAdd} />
}

/** Builds a condition from choices, and shows the sentence that participants will read. */
function NewCondition({ choices, onAdd, onClose, say }: Omit<AddConditionProps, 'onOpen'>) {
  const [store] = useState(() => createFormStore(conditionForm(choices), {}))
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => focusFirst(box.current), [])
  const condition = useFormValue(store, () => conditionOf(store.data(), choices))
  const id = useId()
  const titles = new Map(choices.stages.map(({ id, value }) => [id, value]))
  function add(more = false) {
    if (Object.keys(store.check()).length > 0 || !condition) return void focusFaultIn(box.current)
    onAdd(condition)
    if (!more) return onClose('pressed')
    store.replace({})
    focusFirst(box.current)
  }
  useUnadded(() => {
    if (isEmpty(store.data().condition_about)) return 'none'
    if (Object.keys(store.check()).length > 0 || !condition) {
      focusFaultIn(box.current)
      return 'faulty'
    }
    onAdd(condition)
    onClose('saved')
    return 'added'
  })
  /** Enter adds the condition instead of saving the stage around it. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    // In a search field Enter chooses a result.
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
        <Button kind="quiet" size="s" onClick={() => onClose('pressed')}>
          {words.cancel}
        </Button>
      </div>
    </fieldset>
  )
}

const focusFirst = (box: HTMLElement | null) => box?.querySelector('button')?.focus()
