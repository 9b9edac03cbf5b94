import { useState } from 'react'
import type { Gate } from '#shared/stages/gate.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import styles from './EntryCondition.module.css'
import type { ListedStage } from './queries.ts'

const kinds = [
  { value: 'passed', label: 'Этап пройден' },
  { value: 'submitted', label: 'Работа сдана' },
  { value: 'failed', label: 'Этап не пройден' },
  { value: 'score', label: 'Баллов не меньше' },
] as const

interface AddConditionProps {
  stages: readonly ListedStage[]
  onAdd: (condition: Gate) => void
  /** Added or cancelled: the fields are closed and the button is shown again. */
  onClose: () => void
}

/** Builds a condition step by step: a stage, its outcome, and for a score the minimum. */
export function AddCondition({ stages, onAdd, onClose }: AddConditionProps) {
  const [open, setOpen] = useState(false)
  const [stage, setStage] = useState('')
  const [kind, setKind] = useState('passed')
  const [score, setScore] = useState('')
  const condition = conditionOf(stage, kind, score)
  if (!open)
    return (
      <div>
        <Button kind="secondary" size="s" data-add onClick={() => setOpen(true)}>
          Добавить условие
        </Button>
      </div>
    )
  function close() {
    setOpen(false)
    onClose()
  }
  function add() {
    if (!condition) return
    onAdd(condition)
    setStage('')
    setScore('')
    close()
  }
  return (
    <fieldset ref={focusFirst} className={styles.adding}>
      <legend className={styles.legend}>Новое условие</legend>
      <Select
        label="Этап"
        name="new-condition-stage"
        value={stage}
        onChange={setStage}
        options={stages.map(({ code, title }) => ({ value: code, label: title }))}
      />
      <Select label="Что нужно" name="new-condition-kind" value={kind} onChange={setKind} options={kinds} />
      {kind === 'score' && (
        <NumberField label="Сколько баллов" name="new-condition-score" value={score} onChange={setScore} />
      )}
      <div className={styles.buttons}>
        <Button kind="secondary" size="s" disabled={!condition} onClick={add}>
          Добавить
        </Button>
        <Button kind="quiet" size="s" onClick={close}>
          Отмена
        </Button>
      </div>
    </fieldset>
  )
}

const focusFirst = (box: HTMLElement | null) => box?.querySelector('button')?.focus()

/** Null while something is missing. */
function conditionOf(stage: string, kind: string, score: string): Gate | null {
  if (stage === '') return null
  if (kind === 'passed' || kind === 'submitted' || kind === 'failed') return { stage, outcome: kind }
  const atLeast = Number(score.replace(',', '.'))
  return score === '' || !Number.isFinite(atLeast) ? null : { score_of: stage, at_least: atLeast }
}
