import { useMutation, useQueryClient } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { CalendarDialog } from './CalendarDialog.tsx'
import { type StageDetails, stageQuery } from './queries.ts'
import styles from './ReminderButton.module.css'

/** Requests a notification when the stage opens, and offers the deadlines for the person's own calendar. */
export function ReminderButton({ stageId, reminds }: { stageId: number; reminds: boolean }) {
  const client = useQueryClient()
  const { queryKey } = stageQuery(stageId)
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      api(wanted ? 'PUT /user/stages/:stage_id/reminder' : 'DELETE /user/stages/:stage_id/reminder', {
        params: { stage_id: stageId },
      }),
    onSuccess: (_none, wanted) =>
      client.setQueryData(queryKey, (known: StageDetails | undefined) =>
        known?.ahead ? { ...known, ahead: { ...known.ahead, reminds: wanted } } : known,
      ),
    // The stage may have opened meanwhile.
    onError: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <div className={styles.box}>
      <div className={styles.actions}>
        <Button
          kind={reminds ? 'secondary' : 'primary'}
          pending={change.isPending}
          icon={reminds ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
          onClick={() => change.mutate(!reminds)}
        >
          {reminds ? 'Не напоминать' : 'Напомнить мне'}
        </Button>
        <CalendarDialog />
      </div>
      <p role="status" className={styles.quiet}>
        {reminds
          ? 'Напомним письмом и в уведомлениях, когда этап откроется для вас.'
          : 'Письмо и уведомление придут, когда этап откроется для вас.'}
      </p>
      {change.isError && <FailureNotice error={change.error} />}
    </div>
  )
}
