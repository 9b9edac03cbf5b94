import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './JudgingPanel.module.css'
import { type Judge, markConflict, useShowJudging } from './panel-queries.ts'

interface ConflictDialogProps {
  place: StagePanelProps
  judge: Pick<Judge, 'test_id' | 'name'>
  /** Whose work it is about, where that is known. */
  author?: number
  onClose: () => void
}

/** Records which author's works a judge must not read, and why. */
export function ConflictDialog({ place, judge, author, onClose }: ConflictDialogProps) {
  const show = useShowJudging(place)
  const [participant, setParticipant] = useState(author === undefined ? '' : String(author))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const marking = useMutation({
    mutationFn: () => markConflict(place, judge.test_id, { participant: Number(participant), reason: reason.trim() }),
    onSuccess: ({ judging, withdrawn }) => {
      show(judging)
      const marks = withdrawn > 0 ? '. Его оценки этого участника больше не учитываются' : ''
      showBanner(`Отмечено: ${judge.name} не оценивает участника с ${idNumber(participant)}${marks}`, 'success')
      onClose()
    },
  })
  const nobody = isFailure(marking.error, 'user_not_found')
  const faults = {
    participant: !/^[1-9]\d{0,8}$/.test(participant) ? 'Напишите ID участника цифрами' : null,
    reason: reason.trim() === '' ? 'Напишите причину' : null,
  }
  const mark = () => {
    if (marking.isPending) return
    setTried(true)
    if (!faults.participant && !faults.reason) return marking.mutate()
    document.getElementById(faults.participant ? 'field-conflict-participant' : 'field-conflict-reason')?.focus()
  }
  return (
    <Dialog title="Конфликт интересов" size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mark()
        }}
      >
        <p>
          <bdi>{judge.name}</bdi> не будет оценивать работы этого участника: их прочитают другие эксперты. Уже
          поставленные оценки перестанут учитываться, если решения о работе ещё нет.
        </p>
        <NumberField
          name="conflict-participant"
          label="ID участника"
          hint="Стоит под именем в результатах"
          error={nobody ? 'Участника с таким ID в этом конкурсе нет' : tried ? faults.participant : null}
          value={participant}
          onChange={(value) => {
            marking.reset()
            setParticipant(value)
          }}
        />
        <TextArea
          name="conflict-reason"
          label="Причина"
          hint="Её увидят только организаторы"
          rows={2}
          limit={500}
          error={tried ? faults.reason : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={nobody ? null : marking.error} />
        <Button type="submit" pending={marking.isPending}>
          Отметить конфликт
        </Button>
      </form>
    </Dialog>
  )
}
