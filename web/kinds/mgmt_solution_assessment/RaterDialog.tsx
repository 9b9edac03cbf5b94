import { textOf } from '#shared/forms/fields/field.ts'
import { maxWeight, minWeight } from '#shared/review/judging/rater-quality.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, type Rater, useAct } from './panel-queries.ts'

const step = 0.25
const weights = Array.from({ length: (maxWeight - minWeight) / step + 1 }, (_none, at) => minWeight + at * step)

const form = formOf(
  {
    name: 'how',
    label: 'Как учитывать',
    view: 'radio',
    options: [
      { id: 'marks', value: 'Вес по качеству оценок' },
      { id: 'set', value: 'Свой вес' },
      { id: 'out', value: 'Не учитывать' },
    ],
    validation_rules: { required: true },
  },
  {
    name: 'weight',
    label: 'Вес',
    view: 'select',
    options: weights.map((one) => ({ id: String(one), value: String(one).replace('.', ',') })),
    validation_rules: { required: true },
    visible_when: { field: 'how', equals: 'set' },
  },
  reasonField('Участник этого не увидит, запись останется в журнале', 1000, {
    label: 'Почему',
    visible_when: { field: 'how', equals: 'out' },
  }),
)

/** How much the marks of one person count, or why they do not. */
export function RaterDialog({ place, rater, onClose }: { place: StagePanelProps; rater: Rater; onClose: () => void }) {
  const { excluded_because, own_weight } = rater
  const saving = useAct(place, (change: { weight: number | null; excluded_because: string | null }) =>
    callsOf(place).changeRater(rater.test_id, change),
  )
  return (
    <FormDialog
      title={`Оценки: ${rater.name}`}
      act="Сохранить"
      form={form}
      answer={{
        how: excluded_because !== null ? 'out' : own_weight !== null ? 'set' : 'marks',
        weight: String(own_weight ?? 1),
        reason: excluded_because ?? '',
      }}
      send={({ how, weight, reason }) =>
        saving.mutateAsync({
          weight: how === 'set' ? Number(textOf(weight)) : null,
          excluded_because: how === 'out' ? textOf(reason).trim() : null,
        })
      }
      onClose={onClose}
    />
  )
}
