import { useState } from 'react'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Participants.module.css'
import { useParticipantAct } from './queries.ts'

interface RestoreDialogProps {
  whose: { competition: string; testId: number }
  onClose: () => void
}

/** Asks why a participant is let in again. */
export function RestoreDialog({ whose, onClose }: RestoreDialogProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const act = useParticipantAct(
    whose,
    (params, body: { reason: string }) =>
      api('POST /admin/competitions/:competition/participants/:test_id/restoration', { params, body }),
    'Участник возвращён в конкурс, ему отправлено уведомление',
  )
  const fault = reason.trim() === '' ? 'Напишите причину' : null
  return (
    <Dialog title="Вернуть в конкурс" size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (fault) document.getElementById('field-restore-reason')?.focus()
          else if (!act.isPending) act.mutate({ reason: reason.trim() }, { onSuccess: onClose })
        }}
      >
        <p>Участник снова увидит свои этапы с их обычными сроками.</p>
        <TextArea
          name="restore-reason"
          label="Причина"
          hint="Останется в истории участника"
          rows={2}
          limit={maxReason}
          error={tried ? fault : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={act.error} />
        <Button type="submit" pending={act.isPending}>
          Вернуть
        </Button>
      </form>
    </Dialog>
  )
}
