import { useState } from 'react'
import { maxMergeReason } from '#shared/duplicates/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Duplicates.module.css'
import { type Pair, useTellApart } from './queries.ts'

/** Asks why two accounts are of different people, so that nobody checks the pair again. */
export function ApartDialog({ pair, onClose }: { pair: Pair; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const act = useTellApart(pair)
  const fault = reason.trim() === '' ? 'Напишите, почему это разные люди' : null
  return (
    <Dialog title="Это разные люди" size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (fault) document.getElementById('field-apart-reason')?.focus()
          else if (!act.isPending) act.mutate(reason.trim(), { onSuccess: onClose })
        }}
      >
        <p>Пара уйдёт из списка похожих. Отметку можно снять.</p>
        <TextArea
          name="apart-reason"
          label="Почему"
          hint="Увидят другие организаторы"
          rows={2}
          limit={maxMergeReason}
          error={tried ? fault : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={act.error} />
        <Button type="submit" pending={act.isPending}>
          Отметить
        </Button>
      </form>
    </Dialog>
  )
}
