import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { KnownUsername } from '#web/accounts/auth/KnownUsername.tsx'
import type { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { words } from '#web/platform/ui/words.ts'
import styles from './Profile.module.css'
import { profileQuery } from './queries.ts'

interface SectionFormProps {
  state: Pick<ReturnType<typeof useCheckedForm>, 'form' | 'failure' | 'pending' | 'submit'>
  /** The label of the button. */
  action: string
  kind?: 'primary' | 'danger'
  onCancel: () => void
  children: ReactNode
}

const firstField = 'input:not([type="radio"], [type="hidden"], [hidden]), input[type="radio"]:checked'

/**
 * The frame of a section's form: faults above, fields, and two buttons below. Its first field takes the focus when the
 * element that had it is gone: the button that opened the form, or a field of the previous step.
 */
export function SectionForm({ state, action, kind = 'primary', onCancel, children }: SectionFormProps) {
  const { form } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: another action is another step with its own fields
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector<HTMLElement>(firstField)?.focus()
  }, [action, form])
  return (
    <form ref={form} className={styles.form} onSubmit={state.submit} noValidate>
      <FailureNotice error={state.failure} />
      {children}
      <p className={styles.buttons}>
        <Button type="submit" kind={kind} pending={state.pending}>
          {action}
        </Button>
        <Button kind="quiet" onClick={() => onCancel()}>
          {words.cancel}
        </Button>
      </p>
    </form>
  )
}

interface OwnPasswordProps {
  /** The id of the section: the page has several. */
  name: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** Asks for the password again, so that an open session is not enough to take over the account. */
export function OwnPassword({ name, ...rest }: OwnPasswordProps) {
  const own = useQuery(profileQuery)
  return (
    <>
      {own.data && <KnownUsername value={own.data.email} />}
      <PasswordField
        label="Пароль"
        hint="Подтвердите, что это вы"
        name={`${name}-password`}
        autoComplete="current-password"
        {...rest}
      />
    </>
  )
}

export const missingPassword = (password: string) => (password === '' ? { password: 'Введите пароль' } : {})
