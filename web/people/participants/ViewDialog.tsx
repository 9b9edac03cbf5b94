import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { viewMinutes } from '#shared/accounts/person-views/limits.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { enterView } from '#web/platform/api/view.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Participants.module.css'

interface ViewDialogProps {
  whose: { competition: string; testId: number }
  onClose: () => void
}

/** Asks why an organiser looks at the portal as this participant, and opens that view. */
export function ViewDialog({ whose: { competition, testId }, onClose }: ViewDialogProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const begin = useMutation({
    mutationFn: () =>
      api('POST /admin/competitions/:competition/participants/:test_id/view', {
        params: { competition, test_id: testId },
        body: { reason: reason.trim() },
      }),
    onSuccess: ({ view_id, ends_at }) => enterView({ id: view_id, competition, testId, endsAt: ends_at }),
  })
  const fault = reason.trim() === '' ? 'Напишите причину' : null
  return (
    <Dialog title="Посмотреть глазами участника" size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (fault) document.getElementById('field-view-reason')?.focus()
          else if (!begin.isPending && !begin.isSuccess) begin.mutate()
        }}
      >
        <p>
          Портал откроется таким, каким его видит участник, на {viewMinutes} минут. Изменить ничего нельзя, файлы и
          номера документов скрыты. Просмотр останется в журнале.
        </p>
        <TextArea
          name="view-reason"
          label="Зачем"
          hint="Останется в истории участника; он может запросить её вместе со своими данными"
          rows={2}
          limit={maxReason}
          error={tried ? fault : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={begin.error} />
        <Button type="submit" pending={begin.isPending || begin.isSuccess}>
          Посмотреть
        </Button>
      </form>
    </Dialog>
  )
}
