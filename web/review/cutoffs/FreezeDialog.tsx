import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { maxCutoffReason } from '#shared/review/cutoffs/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Cutoffs.module.css'
import { countsInWords } from './Findings.tsx'
import { cutoffQuery, type Workbench } from './queries.ts'

interface FreezeDialogProps {
  competition: string
  workbench: Workbench
  onClose: () => void
}

/** Asks for confirmation, and for the reason if announced decisions will change. */
export function FreezeDialog({ competition, workbench, onClose }: FreezeDialogProps) {
  const { id, revision, result } = workbench
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const freezing = useMutation({
    mutationFn: () =>
      api('POST /admin/competitions/:competition/cutoffs/:cutoff_id/protocol', {
        params: { competition, cutoff_id: id },
        body: { revision, reason: reason.trim() },
      }),
    onSuccess: ({ number }) => {
      void queries.invalidateQueries({ queryKey: ['cutoffs', competition] })
      void navigate({ to: `/admin/${competition}/protocols/${number}` as never })
    },
    onError: () => void queries.invalidateQueries({ queryKey: cutoffQuery(competition, id).queryKey }),
  })
  const unexplained = isFailure(freezing.error, 'correction_without_reason')
  return (
    <Dialog title="Заморозить протоколом?" size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!freezing.isPending) freezing.mutate()
        }}
      >
        <p>{countsInWords(result)}.</p>
        <p className={styles.quiet}>
          Список получит номер и больше не изменится. Участники пока ничего не узнают: протокол подтвердит и опубликует
          другой организатор.
        </p>
        {result.changes > 0 && (
          <TextArea
            name="reason"
            label="Почему меняется объявленное решение"
            hint="Прочитают те, у кого оно изменится"
            rows={2}
            limit={maxCutoffReason}
            error={unexplained ? 'Напишите причину' : null}
            value={reason}
            onChange={setReason}
          />
        )}
        <FailureNotice error={unexplained ? null : freezing.error} />
        <Button type="submit" pending={freezing.isPending}>
          Заморозить
        </Button>
      </form>
    </Dialog>
  )
}
