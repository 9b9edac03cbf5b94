import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { fieldId } from '#web/platform/ui/Field.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './JudgingPanel.module.css'
import { type AssignedReading, type Judge, moveReading, useShowJudging } from './panel-queries.ts'

const maxReason = 500

interface MoveDialogProps {
  place: StagePanelProps
  reading: AssignedReading
  judges: readonly Judge[]
  onClose: () => void
  onMoved: () => void
}

/** Gives one work from its judge to another. */
export function MoveDialog({ place, reading, judges, onClose, onMoved }: MoveDialogProps) {
  const show = useShowJudging(place)
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const others = judges.filter(({ test_id }) => test_id !== reading.judge_id)
  const moving = useMutation({
    mutationFn: () => moveReading(place, reading.reading_id, { to: Number(to), reason: reason.trim() }),
    onSuccess: ({ judging, withdrawn }) => {
      show(judging)
      const name = others.find(({ test_id }) => String(test_id) === to)?.name ?? ''
      const marks = withdrawn ? '. Прежние оценки больше не учитываются' : ''
      showBanner(`Работу прочитает ${name}${marks}`, 'success')
      onMoved()
    },
  })
  const faults = {
    to: to === '' ? 'Выберите эксперта' : null,
    reason: reason.trim() === '' ? 'Напишите причину' : [...reason].length > maxReason ? 'Сократите причину' : null,
  }
  const move = () => {
    if (moving.isPending) return
    setTried(true)
    if (!faults.to && !faults.reason) return moving.mutate()
    document.getElementById(fieldId(faults.to ? 'move-to' : 'move-reason'))?.focus()
  }
  return (
    <Dialog title="Передать работу другому эксперту" size="s" isOpen onClose={onClose}>
      {others.length === 0 ? (
        <p>Других экспертов на этапе нет. Сначала позовите их.</p>
      ) : (
        <form
          className={styles.fields}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            move()
          }}
        >
          <p>
            <bdi>{reading.author}</bdi>. Сейчас работу читает <bdi>{reading.judge}</bdi>.{' '}
            {reading.total !== null &&
              'Оценки уже сданы: в итоге они перестанут учитываться, но останутся видны здесь.'}
          </p>
          <Select
            label="Кто прочитает"
            name="move-to"
            placeholder="Выберите эксперта"
            error={tried ? faults.to : null}
            value={to}
            options={others.map(({ test_id, name, assigned }) => ({
              value: String(test_id),
              label: name,
              description: `Работ: ${assigned}`,
            }))}
            onChange={(value) => {
              moving.reset()
              setTo(value)
            }}
          />
          <TextArea
            label="Причина"
            name="move-reason"
            hint="Её увидят только организаторы"
            rows={2}
            limit={maxReason}
            error={tried ? faults.reason : null}
            value={reason}
            onChange={setReason}
          />
          <FailureNotice error={moving.error} />
          <Button type="submit" pending={moving.isPending} pendingText="Передаём…">
            Передать работу
          </Button>
        </form>
      )}
    </Dialog>
  )
}
