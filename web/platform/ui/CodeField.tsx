import type { Ref } from 'react'
import styles from './CodeField.module.css'
import fieldStyles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'

export type CodeFieldProps = FieldProps<string> & {
  length?: number
  /** Called once, when the last digit has been typed or the phone has filled the code in. */
  onComplete?: (code: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A one-time code: one input, so that pasting, autofill from an SMS and a screen reader all work. */
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
