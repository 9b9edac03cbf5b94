import X from 'lucide-react/icons/x'
import { useId, useState } from 'react'
import { type Condition, type FormField, fieldsOf } from '#shared/forms/fields/field.ts'
import { conditionForm, conditionOf, freshCondition, partsOf, whole } from '#shared/seasons/forms/condition-form.ts'
import { conditionInWords } from '#shared/seasons/forms/condition-words.ts'
import { FieldView, FormOnPage } from '#web/forms/fields/FieldView.tsx'
import { createFormStore, type FormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './FormBuilder.module.css'
import type { Dictionaries } from './queries.ts'

interface ConditionPickerProps {
  /** The questions that a condition may refer to. */
  asked: readonly FormField[]
  dictionaries: Dictionaries
  condition: Condition | undefined
  onChange: (condition: Condition | undefined) => void
  /** The part in the fields; it counts before it is added. */
  store: FormStore
}

export const conditionStore = (asked: readonly FormField[], dictionaries: Dictionaries): FormStore =>
  createFormStore(conditionForm(asked), freshCondition, { dictionaries })

/** The condition with the part that is still in the fields. */
export function withTyped(condition: Condition | undefined, store: FormStore): Condition | undefined {
  const typed = conditionOf(store.data())
  if (!typed) return condition
  const { of, parts } = partsOf(condition)
  return whole({ of, parts: [...parts, typed] })
}

/** When a question is shown: parts chosen one by one, repeated as a sentence. */
export function ConditionPicker({ asked, dictionaries, condition, onChange, store }: ConditionPickerProps) {
  const id = useId()
  const { of, parts } = partsOf(condition)
  const [note, setNote] = useState('')
  const typed = useFormValue(store, () => conditionOf(store.data()))
  const named = (name: string) => asked.find((field) => field.name === name)
  const words = (part: Condition) => conditionInWords(part, named, dictionaries)
  const all = withTyped(condition, store)
  return (
    <fieldset className={styles.condition}>
      <legend className={styles.legend}>Кому показывать</legend>
      {parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map((part, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same words
            <li key={number}>
              <span>{words(part)}</span>
              <Button
                kind="quiet"
                size="s"
                icon={<X aria-hidden="true" />}
                aria-label={`Убрать условие: ${words(part)}`}
                onClick={() => {
                  onChange(whole({ of, parts: parts.toSpliced(number, 1) }))
                  setNote('Условие убрано')
                }}
              >
                Убрать
              </Button>
            </li>
          ))}
        </ul>
      )}
      {parts.length + (typed ? 1 : 0) > 1 && parts.length > 0 && (
        <RadioGroup
          label="Сколько условий выполнить"
          name={`parts-${id}`}
          value={of}
          disabled={parts.length < 2}
          onChange={(next) => onChange(whole({ of: next === 'any' ? 'any' : 'all', parts }))}
          options={[
            { value: 'all', label: 'Все' },
            { value: 'any', label: 'Любое из них' },
          ]}
        />
      )}
      <FormOnPage value={`${id}-`}>
        {fieldsOf(store.schema).map((field) => (
          <FieldView key={field.name} store={store} field={field} path={field.name} />
        ))}
      </FormOnPage>
      {typed && (
        <div>
          <Button
            kind="secondary"
            size="s"
            onClick={() => {
              onChange(all)
              store.replace(freshCondition)
              setNote('Условие добавлено')
            }}
          >
            Добавить ещё условие
          </Button>
        </div>
      )}
      <p className={styles.quiet} role="status">
        {all ? `Показать, если ${words(all)}` : note || 'Вопрос видят все.'}
      </p>
    </fieldset>
  )
}
