import type { ReactNode } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './ProfileRow.module.css'
import { ProfileRow } from './ProfileRow.tsx'
import { useOpenedForm } from './use-opened-form.ts'

interface OpenedRowProps extends Omit<Parameters<typeof ProfileRow>[0], 'action' | 'children'> {
  /** The label of the button that opens the form. */
  action: string
  children: (form: ReturnType<typeof useOpenedForm>) => ReactNode
}

/** A row whose button opens a form below it. When the form closes, the row says what was done. */
export function OpenedRow({ action, children, ...row }: OpenedRowProps) {
  const form = useOpenedForm()
  return (
    <ProfileRow
      {...row}
      action={
        !form.open && (
          <Button ref={form.opener} kind="quiet" className={styles.opener} onClick={form.show}>
            {action}
          </Button>
        )
      }
    >
      <p aria-live="polite" className={styles.said}>
        {form.said}
      </p>
      {form.open && children(form)}
    </ProfileRow>
  )
}
