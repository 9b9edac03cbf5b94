import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { textOf } from '#shared/forms/fields/field.ts'
import { maxCutoffReason } from '#shared/review/cutoffs/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import styles from './Cutoffs.module.css'
import { countsInWords } from './Findings.tsx'
import { cutoffQuery, type Workbench } from './queries.ts'

interface FreezeDialogProps {
  competition: string
  workbench: Workbench
  onClose: () => void
}

const reasoned = formOf(
  reasonField('Прочитают те, у кого оно изменится', maxCutoffReason, {
    label: 'Почему меняется объявленное решение',
  }),
)

/** Asks for confirmation, and for the reason if announced decisions will change. */
export function FreezeDialog({ competition, workbench, onClose }: FreezeDialogProps) {
  const { id, revision, result } = workbench
  const queries = useQueryClient()
  const navigate = useNavigate()
  const freezing = useMutation({
    mutationFn: (reason: string) =>
      api('POST /admin/competitions/:competition/cutoffs/:cutoff_id/protocol', {
        params: { competition, cutoff_id: id },
        body: { revision, reason },
      }),
    onError: () => void queries.invalidateQueries({ queryKey: cutoffQuery(competition, id).queryKey }),
  })
  return (
    <FormDialog
      title="Заморозить протоколом?"
      act="Заморозить"
      size="s"
      form={result.changes > 0 ? reasoned : formOf()}
      send={({ reason }) => freezing.mutateAsync(textOf(reason).trim())}
      onDone={({ number }) => {
        void queries.invalidateQueries({ queryKey: ['cutoffs', competition] })
        void navigate({ to: `/admin/${competition}/protocols/${number}` as never })
      }}
      onClose={onClose}
    >
      <p>{countsInWords(result)}.</p>
      <p className={styles.quiet}>
        Список получит номер и больше не изменится. Участники пока ничего не узнают: протокол подтвердит и опубликует
        другой организатор.
      </p>
    </FormDialog>
  )
}
