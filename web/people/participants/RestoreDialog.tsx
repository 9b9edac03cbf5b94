import { textOf } from '#shared/forms/fields/field.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { useParticipantAct } from './queries.ts'

interface RestoreDialogProps {
  whose: { competition: string; testId: number }
  onClose: () => void
}

const form = formOf(reasonField('Останется в истории участника', maxReason))

/** Asks why a participant is let in again. */
export function RestoreDialog({ whose, onClose }: RestoreDialogProps) {
  const act = useParticipantAct(
    whose,
    (params, body: { reason: string }) =>
      api('POST /admin/competitions/:competition/participants/:test_id/restoration', { params, body }),
    'Участник возвращён в конкурс, ему отправлено уведомление',
  )
  return (
    <FormDialog
      title="Вернуть в конкурс"
      act="Вернуть"
      size="s"
      form={form}
      send={({ reason }) => act.mutateAsync({ reason: textOf(reason).trim() })}
      onClose={onClose}
    >
      <p>Участник снова увидит свои этапы с их обычными сроками.</p>
    </FormDialog>
  )
}
