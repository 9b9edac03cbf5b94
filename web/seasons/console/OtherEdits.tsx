import { useState } from 'react'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import type { MergedEdits } from '#shared/stages/merge-edits.ts'
import { inWords } from '#shared/stages/stage-changes.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './OtherEdits.module.css'

export interface OtherSave extends Omit<MergedEdits, 'answer'> {
  /** What the other organiser saved. */
  saved: AnswerData
  /** The condition of entry was changed, too. */
  gate?: boolean
}

/** What another organiser has saved meanwhile, beside the edits on this page: both are shown, and nothing is lost. */
export function OtherEdits({ store, other }: { store: FormStore; other: OtherSave }) {
  const { saved, theirs, clashes, gate } = other
  const mine = useFormValue(store, () => clashes.map((field) => inWords(field, store.data()[field.name])))
  const [kept] = useState(mine)
  return (
    <Notice tone="warning" role="alert" title="Пока вы правили, другой организатор сохранил свои правки">
      {theirs.length > 0 && (
        <>
          <p>Его правки, которых вы не касались, уже в форме:</p>
          <ul className={styles.list}>
            {theirs.map((field) => (
              <li key={field.name}>
                {field.label}: {inWords(field, saved[field.name])}
              </li>
            ))}
          </ul>
        </>
      )}
      {clashes.length > 0 && (
        <>
          <p>Это изменили вы оба. Выберите, что останется:</p>
          <ul className={styles.list}>
            {clashes.map((field, number) => (
              <li key={field.name} className={styles.clash}>
                <span>
                  {field.label}. У вас: {kept[number]}. Сохранено: {inWords(field, saved[field.name])}
                </span>
                <Button
                  kind="secondary"
                  size="s"
                  disabled={mine[number] === inWords(field, saved[field.name])}
                  aria-label={`Взять сохранённое: ${field.label}`}
                  onClick={() => store.replace({ ...store.data(), [field.name]: saved[field.name] })}
                >
                  Взять сохранённое
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {gate && <p>Условие допуска он тоже изменил: посмотрите, то ли в нём теперь.</p>}
      <p>Проверьте и сохраните ещё раз.</p>
    </Notice>
  )
}
