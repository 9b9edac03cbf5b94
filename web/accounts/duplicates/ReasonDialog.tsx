import { type ReactNode, useState } from 'react'
import { maxMergeReason } from '#shared/accounts/duplicates/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Duplicates.module.css'

interface ReasonDialogProps {
  title: string
  /** What the button does. */
  button: string
  danger?: boolean
  /** Shown when the reason is missing. */
  missing: string
  act: { mutate(reason: string, then: { onSuccess: () => void }): void; isPending: boolean; error: Error | null }
  onClose: () => void
  children: ReactNode
}

/** Asks for the reason of an act that other organisers see. */
export function ReasonDialog({ title, button, danger, missing, act, onClose, children }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const fault = reason.trim() === '' ? missing : null
  return (
    <Dialog title={title} size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (fault) document.getElementById('field-pair-reason')?.focus()
          else if (!act.isPending) act.mutate(reason.trim(), { onSuccess: onClose })
        }}
      >
        {children}
        <TextArea
          name="pair-reason"
          label="Почему"
          hint="Увидят другие организаторы"
          rows={2}
          limit={maxMergeReason}
          error={tried ? fault : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={act.error} />
        <Button type="submit" kind={danger ? 'danger' : 'primary'} pending={act.isPending}>
          {button}
        </Button>
      </form>
    </Dialog>
  )
}
