import type { ChangeEvent, ClipboardEvent } from 'react'
import narrow from './DateField.module.css'
import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import { pastedDate, shownDate, typedDate } from './typed-date.ts'

/** `value` is `yyyy-MM-dd` for a complete valid date, otherwise the typed text. */
export function DateField(props: FieldProps<string>) {
  const { value, onChange, onBlur, autoComplete } = props
  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange(typedDate(event.target, value))
  }
  function paste(event: ClipboardEvent) {
    const date = pastedDate(event.clipboardData.getData('text'))
    if (date === null) return
    event.preventDefault()
    onChange(date)
  }
  return (
    <Field {...props} hint={props.hint ?? 'Например, 05.09.1990'}>
      <input
        {...controlProps({ ...props, hint: true })}
        className={`${styles.control} ${narrow.date}`}
        type="text"
        inputMode="numeric"
        placeholder="дд.мм.гггг"
        maxLength={10}
        autoComplete={autoComplete ?? 'off'}
        value={shownDate(value)}
        onBlur={onBlur}
        onChange={change}
        onPaste={paste}
      />
    </Field>
  )
}
