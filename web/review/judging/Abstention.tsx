import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Marks.module.css'
import { judgedQuery, type Reading, sendAbstention } from './queries.ts'

const maxReason = 500

interface AbstentionProps {
  reading: Reading
  /** Null while nothing is asked; «conflict» when the judge has already said that they know the author. */
  asking: 'plain' | 'conflict' | null
  onAsk: (asking: 'plain' | 'conflict' | null) => void
}

/** Gives the work back: the judge knows the author, or cannot judge it. */
export function Abstention({ reading, asking, onAsk }: AbstentionProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [ticked, setTicked] = useState<boolean | null>(null)
  const conflict = ticked ?? asking === 'conflict'
  const close = () => {
    setTicked(null)
    onAsk(null)
  }
  const giving = useMutation({
    mutationFn: () => sendAbstention(reading.reading_id, reason, conflict),
    onSuccess: ({ next }) => {
      close()
      void queries.invalidateQueries({ queryKey: judgedQuery.queryKey })
      const to = next === null ? `/desk/judging/${reading.stage_id}` : `/desk/readings/${next}`
      void router.navigate({ to: to as never })
    },
  })
  const length = [...reason.trim()].length
  const send = () => {
    setAsked(true)
    if (length > 0 && length <= maxReason && !giving.isPending) giving.mutate()
  }
  return (
    <div>
      <Button kind="quiet" flush onClick={() => onAsk('plain')}>
        Не могу оценить эту работу
      </Button>
      <Dialog
        title="Отказаться от работы?"
        isOpen={asking !== null}
        onClose={close}
        actions={
          <>
            <Button pending={giving.isPending} pendingText="Передаём…" onClick={send}>
              Отказаться
            </Button>
            <Button kind="secondary" onClick={close}>
              Оставить у себя
            </Button>
          </>
        }
      >
        <div className={styles.giving}>
          <p>Организаторы поручат работу другому эксперту. Ваши оценки этой работы не сохранятся.</p>
          <TextArea
            label="Почему"
            name="abstention"
            rows={3}
            limit={maxReason}
            error={asked && length === 0 ? 'Напишите причину: её прочитают организаторы' : null}
            value={reason}
            onChange={setReason}
          />
          <Checkbox
            setting
            label="Я знаю автора"
            name="conflict"
            hint="Других его работ вам не поручат"
            value={conflict}
            onChange={setTicked}
          />
          {giving.error && <Notice tone="danger" role="alert" title={failureText(giving.error)} />}
        </div>
      </Dialog>
    </div>
  )
}
