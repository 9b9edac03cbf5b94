import { useRef, useState } from 'react'
import { type FormField, fieldsOf, textOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { freeName } from '#shared/seasons/forms/edit-form.ts'
import { fieldAnswer, fieldForm, fieldOfAnswer } from '#shared/seasons/forms/field-form.ts'
import { FieldView, FormOnPage } from '#web/forms/fields/FieldView.tsx'
import { focusFaultIn } from '#web/forms/fields/focus-fault.ts'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ConditionPicker, conditionStore, withTyped } from './ConditionPicker.tsx'
import styles from './FormBuilder.module.css'
import type { Dictionaries, KnownDictionary } from './queries.ts'

interface FieldDialogProps {
  /** Null for a new question. */
  field: FormField | null
  /** The question is in a group. */
  inside: boolean
  /** The question is already published, so its name stays. */
  named: boolean
  /** The other questions that its condition may refer to. */
  others: readonly FormField[]
  taken: ReadonlySet<string>
  known: readonly KnownDictionary[]
  dictionaries: Dictionaries
  /** Returns why the form cannot have this question; null when it was saved. */
  onSave: (field: FormField) => string | null
  onClose: () => void
}

const fresh: FormField = { name: '', label: '', view: 'text' }
/** Rarely needed settings, behind «Ещё». */
const seldom = new Set(['not_eq', 'messages', 'special', 'employer', 'keep_days', 'state', 'name'])

/** One question: how it is asked and answered, and to whom. */
export function FieldDialog(props: FieldDialogProps) {
  const { field, inside, named, others, taken, known, dictionaries, onSave, onClose } = props
  const [store] = useState(() =>
    createFormStore(fieldForm({ dictionaries: known, others, inside, named }), startOf(field, named)),
  )
  const [condition, setCondition] = useState(field?.visible_when)
  const [when] = useState(() => conditionStore(others, dictionaries))
  const [refusal, setRefusal] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const fields = fieldsOf(store.schema)

  function save() {
    setRefusal(null)
    store.putFaults({})
    if (Object.keys(store.check()).length > 0) {
      focusFaultIn(box.current)
      return false
    }
    const answer = store.data()
    const wanted = textOf(answer.name).trim()
    const name = named && field ? field.name : wanted || freeName(textOf(answer.label), taken)
    if (taken.has(name)) {
      store.putFaults({ name: { rule: 'taken', message: 'Такое имя уже есть' } })
      return false
    }
    const { visible_when: _before, ...made } = fieldOfAnswer(answer, field, { name, dictionaries: known })
    const all = withTyped(condition, when)
    const refused = onSave(all ? { ...made, visible_when: all } : made)
    setRefusal(refused)
    return refused === null
  }

  return (
    <Confirm
      title={field ? `Вопрос ${quoted(field.label)}` : 'Новый вопрос'}
      act={field ? 'Готово' : 'Добавить вопрос'}
      size="l"
      send={save}
      onClose={onClose}
    >
      <div ref={box} className={styles.questions}>
        {refusal !== null && (
          <Notice tone="danger" role="alert" title="Так анкету не сохранить">
            {refusal}
          </Notice>
        )}
        <FormOnPage value="field-">
          {fields.map((each) =>
            seldom.has(each.name) ? null : <FieldView key={each.name} store={store} field={each} path={each.name} />,
          )}
        </FormOnPage>
        {others.length > 0 && (
          <ConditionPicker
            asked={others}
            dictionaries={dictionaries}
            condition={condition}
            onChange={setCondition}
            store={when}
          />
        )}
        <Disclosure says="Ещё: слова об ошибках, хранение, имя в таблицах">
          <div className={styles.questions}>
            <FormOnPage value="field-">
              {fields.map((each) =>
                seldom.has(each.name) ? (
                  <FieldView key={each.name} store={store} field={each} path={each.name} />
                ) : null,
              )}
            </FormOnPage>
          </div>
        </Disclosure>
      </div>
    </Confirm>
  )
}

/** A published name is a fixed value of the form itself, so the answer leaves it out. */
function startOf(field: FormField | null, named: boolean) {
  const answer = fieldAnswer(field ?? fresh)
  return named ? answer : { ...answer, name: field?.name ?? '' }
}
