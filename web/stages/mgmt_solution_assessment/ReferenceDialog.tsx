import { useState } from 'react'
import { maxComment } from '#shared/judging/limits.ts'
import { type Criterion, markFaults } from '#shared/judging/rubric.ts'
import { MarkField } from '#web/judging/MarkField.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './PeerPanel.module.css'
import { callsOf, type Peer, type PeerWork, useAct } from './panel-queries.ts'

interface ReferenceDialogProps {
  place: StagePanelProps
  work: PeerWork
  criteria: readonly Criterion[]
  /** What is set already. */
  known: Peer['references'][number] | undefined
  onClose: () => void
}

/** Makes a work a reference, with the marks that experts give it and why. */
export function ReferenceDialog({ place, work, criteria, known, onClose }: ReferenceDialogProps) {
  const [use, setUse] = useState(known?.training === false ? 'among' : 'training')
  const [marks, setMarks] = useState<Record<string, number>>(known?.marks ?? {})
  const [comment, setComment] = useState(known?.comment ?? '')
  const [tried, setTried] = useState(false)
  const calls = callsOf(place)
  const saving = useAct(
    place,
    () => calls.setReference(work.work_id, { training: use === 'training', marks, comment: comment.trim() }),
    onClose,
  )
  const faults = markFaults(criteria, marks)
  const sound = Object.keys(faults).length === 0 && comment.trim() !== '' && [...comment].length <= maxComment
  const save = () => {
    setTried(true)
    if (sound && !saving.isPending) saving.mutate(undefined)
  }
  return (
    <Dialog
      title={`Эталон: ${work.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button pending={saving.isPending} onClick={save}>
            Сохранить
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.part}>
        <RadioGroup
          name="use"
          label="Как использовать"
          value={use}
          options={[
            { value: 'training', label: 'Учебная: участник сразу видит оценки экспертов' },
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
          hint="На учебной работе это прочитает участник"
          rows={4}
          limit={maxComment}
          error={tried && comment.trim() === '' ? 'Объясните оценки' : null}
          value={comment}
          onChange={setComment}
        />
        <FailureNotice error={saving.error} />
      </div>
    </Dialog>
  )
}
