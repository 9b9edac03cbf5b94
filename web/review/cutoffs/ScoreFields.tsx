import Trash from 'lucide-react/icons/trash-2'
import { maxScores, maxWeight } from '#shared/review/cutoffs/limits.ts'
import type { Rule } from '#shared/review/cutoffs/rule.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import styles from './Cutoffs.module.css'
import { NumberInput } from './NumberInput.tsx'

interface ScoreFieldsProps {
  /** Part of the names of the fields. */
  name: string
  legend: string
  scores: Rule['scores']
  stages: readonly { id: string; value: string }[]
  onChange: (scores: Rule['scores']) => void
  /** The number of stages that cannot be removed. */
  least?: number
}

/** A sum of stages, each with its weight. */
export function ScoreFields({ name, legend, scores, stages, onChange, least = 0 }: ScoreFieldsProps) {
  const free = stages.filter(({ id }) => !scores.some(({ stage }) => stage === id))
  const [next] = free
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {scores.map((score, at) => {
        const others = stages.filter(({ id }) => id === score.stage || free.some((one) => one.id === id))
        const change = (part: Partial<typeof score>) =>
          onChange(scores.map((one, place) => (place === at ? { ...one, ...part } : one)))
        return (
          <div key={score.stage} className={styles.score}>
            <Select
              label="Этап"
              name={`${name}-stage-${at}`}
              options={others.map(({ id, value }) => ({ value: id, label: value }))}
              value={score.stage}
              onChange={(stage) => change({ stage })}
            />
            <NumberInput
              label="Вес"
              name={`${name}-weight-${at}`}
              fraction
              max={maxWeight}
              value={score.weight}
              onChange={(weight) => change({ weight })}
            />
            {scores.length > least && (
              <Button
                kind="quiet"
                size="s"
                icon={<Trash aria-hidden="true" />}
                aria-label={`Убрать этап «${stages.find(({ id }) => id === score.stage)?.value ?? score.stage}»`}
                onClick={() => onChange(scores.filter((_one, place) => place !== at))}
              >
                Убрать
              </Button>
            )}
          </div>
        )
      })}
      {next && scores.length < maxScores && (
        <Button kind="quiet" size="s" onClick={() => onChange([...scores, { stage: next.id, weight: 1 }])}>
          Добавить этап
        </Button>
      )}
    </fieldset>
  )
}
