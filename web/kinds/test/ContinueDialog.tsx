import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { isMinutes } from './MinutesDialog.tsx'
import { useTest } from './panel-queries.ts'
import styles from './TestPanel.module.css'

interface ContinueDialogProps {
  place: StagePanelProps
  person: { test_id: number; name: string }
  onClose: () => void
}

/** Lets a person who has finished continue, while no results are published. */
export function ContinueDialog({ place, person, onClose }: ContinueDialogProps) {
  const [minutes, setMinutes] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { goOn } = useTest(place)
  const deadline = goOn.data && parseWire(goOn.data.deadline)
  function send() {
    setTried(true)
    if (!isMinutes(minutes) || reason.trim().length < 3) return
    goOn.mutate({ test_id: person.test_id, minutes: Number(minutes), reason })
  }
  return (
    <Dialog
      title="Вернуть в тест"
      isOpen
      onClose={onClose}
      actions={
        deadline ? (
          <Button onClick={onClose}>Готово</Button>
        ) : (
          <Button pending={goOn.isPending} onClick={send}>
            Вернуть
          </Button>
        )
      }
    >
      <div className={styles.part}>
        <FailureNotice error={goOn.error} />
        {deadline ? (
          <Notice tone="success" role="status">
            <bdi>{person.name}</bdi> может продолжать до <Moments text={showDateTime(deadline)} />. Мы написали об этом.
          </Notice>
        ) : (
          <>
            <p>
              <bdi>{person.name}</bdi> продолжит ту же попытку: вопросы и ответы останутся. Время пойдёт сразу.
            </p>
            <NumberField
              label="Сколько минут дать"
              hint="Если своё время ещё не вышло, его не станет меньше."
              name="continue-minutes"
              maxLength={3}
              value={minutes}
              onChange={setMinutes}
              error={tried && !isMinutes(minutes) ? 'Целое число от 1 до 240' : null}
            />
            <TextField
              label="Причина"
              name="continue-reason"
              hint="Её увидит участник."
              value={reason}
              onChange={setReason}
              error={tried && reason.trim().length < 3 ? 'Напишите причину: она останется в журнале' : null}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
