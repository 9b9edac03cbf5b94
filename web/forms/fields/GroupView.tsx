import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useRef } from 'react'
import type { FormField } from '#shared/forms/fields/field.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FieldMessage, fieldId, Hint, Optional } from '#web/platform/ui/Field.tsx'
import { focusSoon } from './focus-soon.ts'
import type { FormStore } from './form-store.ts'
import styles from './GroupView.module.css'

interface GroupViewProps {
  store: FormStore
  field: FormField
  /** Keys that stay with their rows when another row is removed. */
  rowKeys: readonly number[] | undefined
  error: string | null
  /** Renders one field of a row. */
  children: (field: FormField, path: string) => ReactNode
}

/** Repeated questions: jobs, languages, recommendations. */
export function GroupView({ store, field, rowKeys = [], error, children }: GroupViewProps) {
  const id = fieldId(field.name)
  const box = useRef<HTMLFieldSetElement>(null)
  const { min = 0, max = Number.POSITIVE_INFINITY } = field.rows ?? {}
  const locked = field.disabled || field.read_only
  const required = min > 0 || field.validation_rules?.required

  function add() {
    store.addRow(field.name)
    // Not the button that removes the row, which comes first.
    focusSoon(box.current, '[data-row]:last-of-type > :not(:first-child) :is(input, textarea, button)')
  }

  function remove(number: number) {
    store.removeRow(field.name, number)
    focusSoon(box.current, '[data-add]')
  }

  return (
    <fieldset ref={box} id={id} className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>
        {field.label}
        {!required && <Optional />}
      </legend>
      <Hint id={id}>{field.hint}</Hint>
      {rowKeys.map((key, number) => (
        <fieldset key={key} className={styles.row} data-row aria-label={`${field.label}, запись ${number + 1}`}>
          <div className={styles.head}>
            <span aria-hidden="true">{number + 1}</span>
            {!locked && rowKeys.length > min && (
              <Button
                kind="quiet"
                size="s"
                icon={<Trash2 aria-hidden="true" />}
                aria-label={`Убрать запись ${number + 1}: ${field.label}`}
                onClick={() => remove(number)}
              >
                Убрать
              </Button>
            )}
          </div>
          {field.fields?.map((child) => children(child, `${field.name}.${number}.${child.name}`))}
        </fieldset>
      ))}
      <FieldMessage id={id} error={error} />
      {!locked && (
        <div>
          <Button
            kind="secondary"
            size="s"
            icon={<Plus aria-hidden="true" />}
            data-add
            disabled={rowKeys.length >= max}
            onClick={add}
          >
            {rowKeys.length === 0 ? 'Добавить' : 'Добавить ещё'}
          </Button>
          {rowKeys.length >= max && <p className={styles.full}>Больше записей здесь не нужно: добавлено {max}</p>}
        </div>
      )}
    </fieldset>
  )
}
