import { viewMinutes } from '#shared/accounts/person-views/limits.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { enterView } from '#web/platform/api/view.ts'

interface ViewDialogProps {
  whose: { competition: string; testId: number }
  onClose: () => void
}

const hint = 'Останется в истории участника; он может запросить её вместе со своими данными'
const form = formOf(reasonField(hint, maxReason, { label: 'Зачем' }))

/** Asks why an organiser looks at the portal as this participant, and opens that view. */
export function ViewDialog({ whose: { competition, testId }, onClose }: ViewDialogProps) {
  return (
    <FormDialog
      title="Посмотреть глазами участника"
      act="Посмотреть"
      size="s"
      form={form}
      send={({ reason }) =>
        api('POST /admin/competitions/:competition/participants/:test_id/view', {
          params: { competition, test_id: testId },
          body: { reason: textOf(reason).trim() },
        })
      }
      onDone={({ view_id, ends_at }) => enterView({ id: view_id, competition, testId, endsAt: ends_at })}
      onClose={onClose}
    >
      <p>
        Портал откроется таким, каким его видит участник, на {viewMinutes} минут. Изменить ничего нельзя, файлы и номера
        документов скрыты. Просмотр останется в журнале.
      </p>
    </FormDialog>
  )
}
