import type { ClipboardEvent } from 'react'
import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import own from './NumberField.module.css'

type NumberFieldProps = FieldProps<string> & {
  /** Shown after the number: «лет», «человек». */
  unit?: string
  maxLength?: number
}

/**
 * A text field with the numeric keyboard, without spinner and wheel. The typed text is kept; the validator checks it.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, onBlur, unit, maxLength, autoComplete } = props
  // The browser would count the spaces of «1 000» and cut off its last digit.
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const digits = event.clipboardData.getData('text').replace(/\s/g, '')
    const { selectionStart, selectionEnd } = event.currentTarget
    const next = value.slice(0, selectionStart ?? 0) + digits + value.slice(selectionEnd ?? value.length)
    if (!/^\d+$/.test(digits) || next.length > (maxLength ?? next.length)) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <Field {...props}>
      <div className={own.row}>
        <input
          {...controlProps(props)}
          className={`${styles.control} ${own.number}`}
          type="text"
          inputMode="numeric"
          maxLength={maxLength}
          autoComplete={autoComplete ?? 'off'}
          value={value}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value.replace(/\s/g, ''))}
          onPaste={paste}
        />
        {unit && <span className={own.unit}>{unit}</span>}
      </div>
    </Field>
  )
}
