import type { Ref } from 'react'
import styles from './CodeField.module.css'
import fieldStyles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'

type CodeFieldProps = FieldProps<string> & {
  length?: number
  /** Called once, when the last digit was typed or the phone filled in the code. */
  onComplete?: (code: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A one-time code in one input, so that pasting, autofill from an SMS and screen readers work. */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onBlur, onComplete, length = 6, ref } = props
  return (
    <Field {...props}>
      <input
        {...controlProps(props)}
        ref={ref}
        className={`${fieldStyles.control} ${styles.code}`}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={'0'.repeat(length)}
        value={value}
        onBlur={onBlur}
        onChange={(event) => {
          const code = event.target.value.replace(/\D/g, '').slice(0, length)
          onChange(code)
          if (code.length === length && code !== value) onComplete?.(code)
        }}
      />
    </Field>
  )
}
