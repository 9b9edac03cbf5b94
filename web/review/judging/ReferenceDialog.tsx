import { useState } from 'react'
import { maxComment } from '#shared/review/judging/limits.ts'
import { type Criterion, markFaults } from '#shared/stages/rubric.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { MarkField } from './MarkField.tsx'

export interface Reference {
  training: boolean
  marks: Record<string, number>
  comment: string
}

interface ReferenceDialogProps {
  /** Whose work it is. */
  name: string
  /** The word for the people in training. */
  whom: 'Участник' | 'Эксперт'
  criteria: readonly Criterion[]
  /** The reference as it is set now. */
  known: Reference | undefined
  save: (reference: Reference) => Promise<unknown>
  onClose: () => void
}

/** Makes a work a reference, with the marks that experts give it and why. */
export function ReferenceDialog({ name, whom, criteria, known, save, onClose }: ReferenceDialogProps) {
  const [use, setUse] = useState(known?.training === false ? 'among' : 'training')
  const [marks, setMarks] = useState<Record<string, number>>(known?.marks ?? {})
  const [comment, setComment] = useState(known?.comment ?? '')
  const [tried, setTried] = useState(false)
  const faults = markFaults(criteria, marks)
  const sound = Object.keys(faults).length === 0 && comment.trim() !== '' && [...comment].length <= maxComment
  const send = () => {
    setTried(true)
    return sound && save({ training: use === 'training', marks, comment: comment.trim() })
  }
  return (
    <Confirm title={`Эталон: ${name}`} act="Сохранить" size="m" send={send} onClose={onClose}>
      <RadioGroup
        name="use"
        label="Как использовать"
        value={use}
        options={[
          { value: 'training', label: `Учебная: ${whom.toLowerCase()} сразу видит согласованные оценки` },
          { value: 'among', label: 'Среди остальных, незаметно' },
        ]}
        onChange={setUse}
      />
      {criteria.map((criterion) => (
        <MarkField
          key={criterion.code}
          criterion={criterion}
          mark={marks[criterion.code]}
          fault={tried ? faults[criterion.code] : undefined}
          onChange={(mark) =>
            setMarks(({ [criterion.code]: _old, ...others }) =>
              mark === null ? others : { ...others, [criterion.code]: mark },
            )
          }
        />
      ))}
      <TextArea
        name="reference-comment"
        label="Почему такие оценки"
        hint={`На учебной работе это прочитает ${whom.toLowerCase()}`}
        rows={4}
        limit={maxComment}
        error={tried && comment.trim() === '' ? 'Объясните оценки' : null}
        value={comment}
        onChange={setComment}
      />
    </Confirm>
  )
}
