import { passwordFaults, passwordsMismatch, passwordWordings } from '#shared/platform/text/password.ts'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import styles from './Entrance.module.css'

export interface NewPassword {
  password: string
  confirmation: string
}

const shownRules = ['too_short', 'no_upper', 'no_lower', 'no_digit'] as const

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** Faults of the last attempt. */
  faults: Partial<Record<keyof NewPassword, string>>
}

/** A new password with its rules, each marked when met, and the repetition. */
export function NewPasswordFields({ value, onChange, faults }: NewPasswordFieldsProps) {
  const lacking = passwordFaults(value.password)
  return (
    <>
      <PasswordField
        label="Новый пароль"
        name="password"
        autoComplete="new-password"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        error={faults.password}
      />
      <ul className={styles.rules} aria-label="Требования к паролю">
        {shownRules.map((rule) => (
          <li key={rule} data-met={lacking.includes(rule) ? undefined : ''}>
            {passwordWordings[rule]}
          </li>
        ))}
      </ul>
      <PasswordField
        label="Пароль ещё раз"
        name="confirmation"
        autoComplete="new-password"
        value={value.confirmation}
        onChange={(confirmation) => onChange({ ...value, confirmation })}
        error={faults.confirmation}
      />
    </>
  )
}

/** Why this password is refused before the server is called. */
export function newPasswordFaults({ password, confirmation }: NewPassword): Partial<Record<keyof NewPassword, string>> {
  const [lacking] = passwordFaults(password)
  if (password === '') return { password: 'Придумайте пароль' }
  if (lacking) return { password: passwordWordings[lacking] }
  return password === confirmation ? {} : { confirmation: passwordsMismatch }
}
