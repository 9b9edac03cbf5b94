import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Side } from '#shared/kinds/playoff/bracket.ts'
import { maxReason } from '#shared/kinds/playoff/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Matches.module.css'
import { type JudgedMatch, matchesQuery, sendAbstention } from './queries.ts'

/** Gives the match back: the judge knows one of the sides, or cannot come. */
export function DeclineMatch({ match, onDeclined }: { match: JudgedMatch; onDeclined: () => void }) {
  const router = useRouter()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [knows, setKnows] = useState<Side[]>([])
  const giving = useMutation({
    mutationFn: () => sendAbstention(match.match_id, reason, knows),
    onSuccess: () => {
      setOpen(false)
      void queries.invalidateQueries({ queryKey: matchesQuery.queryKey })
      void router.navigate({ to: '/desk' as never })
    },
    onError: (error: { code?: string }) => {
      if (error.code === 'match_over') onDeclined()
    },
  })
  const length = [...reason.trim()].length
  const send = () => {
    setAsked(true)
    if (length > 0 && length <= maxReason && !giving.isPending) giving.mutate()
  }
  return (
    <div>
      <Button kind="quiet" flush onClick={() => setOpen(true)}>
        Не могу судить этот матч
      </Button>
      <Dialog
        title="Отказаться от матча?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button pending={giving.isPending} pendingText="Передаём…" onClick={send}>
              Отказаться
            </Button>
            <Button kind="secondary" onClick={() => setOpen(false)}>
              Остаться судьёй
            </Button>
          </>
        }
      >
        <div className={styles.fields}>
          <p>Организаторы назначат другого судью. Ваши оценки этого матча не сохранятся.</p>
          <TextArea
            label="Почему"
            name="decline"
            rows={3}
            limit={maxReason}
            error={asked && length === 0 ? 'Напишите причину: её прочитают организаторы' : null}
            value={reason}
            onChange={setReason}
          />
          {(['a', 'b'] as const).map((side) => (
            <Checkbox
              key={side}
              setting
              label={`Конфликт интересов: ${match[side]}`}
              name={`knows-${side}`}
              hint="Матчей этой стороны вам больше не поручат"
              value={knows.includes(side)}
              onChange={(on) => setKnows(on ? [...knows, side] : knows.filter((one) => one !== side))}
            />
          ))}
          <FailureNotice error={giving.error} />
        </div>
      </Dialog>
    </div>
  )
}
