import { type ReactNode, useEffect } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import styles from './Profile.module.css'
import type { useSectionForm } from './use-section-form.ts'

interface SectionFormProps {
  state: Pick<ReturnType<typeof useSectionForm>, 'form' | 'failure' | 'pending' | 'submit'>
  /** What the button does. */
  action: string
  kind?: 'primary' | 'danger'
  onCancel: () => void
  children: ReactNode
}

const firstField = 'input:not([type="radio"], [type="hidden"]), input[type="radio"]:checked'

/**
 * The frame of a section's form: what went wrong above, its fields, and two buttons below. Where the button that opened it
 * or a field of the step before has gone with the focus, its first field takes it.
 */
export function SectionForm({ state, action, kind = 'primary', onCancel, children }: SectionFormProps) {
  const { form } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: another action is another step, with fields of its own
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector<HTMLElement>(firstField)?.focus()
  }, [action, form])
  return (
    <form ref={form} className={styles.form} onSubmit={state.submit} noValidate>
      {state.failure !== null && (
        <Notice tone="danger" role="alert">
          {state.failure}
        </Notice>
      )}
      {children}
      <p className={styles.buttons}>
        <Button type="submit" kind={kind} pending={state.pending}>
          {action}
        </Button>
        <Button kind="quiet" onClick={() => onCancel()}>
          Отмена
        </Button>
      </p>
    </form>
  )
}

interface OwnPasswordProps {
  /** Of the section: the page holds several. */
  name: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** The password asked for anew, so that whoever finds the page open cannot take the account over. */
export function OwnPassword({ name, ...rest }: OwnPasswordProps) {
  return (
    <PasswordField
      label="Пароль"
      hint="Подтвердите, что это вы"
      name={`${name}-password`}
      autoComplete="current-password"
      {...rest}
    />
  )
}

export const missingPassword = (password: string) => (password === '' ? { password: 'Введите пароль' } : {})
