import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type Ref, useState } from 'react'
import fieldStyles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import styles from './PasswordField.module.css'
import { filledIn, useFilledEarly } from './use-filled-early.ts'

type PasswordFieldProps = FieldProps<string> & { ref?: Ref<HTMLInputElement> }

/** `autoComplete` is `current-password` or `new-password`. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const { value, onChange, onBlur, autoComplete = 'current-password', ref, disabled } = props
  const control = controlProps(props)
  useFilledEarly(filledIn(control.id), value, onChange)
  return (
    <Field {...props}>
      <div className={styles.row}>
        <input
          {...control}
          ref={ref}
          className={`${fieldStyles.control} ${styles.input}`}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={shown}
          aria-label="Показать пароль"
          title={shown ? 'Скрыть пароль' : 'Показать пароль'}
          disabled={disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      </div>
    </Field>
  )
}
