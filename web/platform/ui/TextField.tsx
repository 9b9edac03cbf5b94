import type { HTMLInputTypeAttribute, InputHTMLAttributes, Ref } from 'react'
import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import { filledIn, useFilledEarly } from './use-filled-early.ts'

type TextFieldProps = FieldProps<string> & {
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'url' | 'search' | 'tel'>
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  placeholder?: string
  /** In characters. A longer text stays, with a message: cut by the browser, the end of a pasted text would be lost. */
  maxLength?: number
  spellCheck?: boolean
  /** A setting or a filter is neither required nor optional. */
  setting?: boolean
  ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    type = 'text',
    inputMode,
    placeholder,
    maxLength,
    spellCheck,
    autoComplete,
    setting = false,
    ref,
  } = props
  const finds = type === 'search' || setting
  const isTooLong = maxLength !== undefined && !finds && [...value].length > maxLength
  const error = props.error || (isTooLong && `Сократите до ${maxLength} символов`) || null
  const shown = { ...props, error }
  const control = controlProps(finds ? { ...props, required: false } : shown)
  useFilledEarly(filledIn(control.id), value, onChange)
  return (
    <Field {...shown} {...(finds && { required: true })}>
      <input
        {...control}
        ref={ref}
        className={styles.control}
        type={type}
        inputMode={inputMode}
        placeholder={placeholder}
        maxLength={finds ? maxLength : undefined}
        spellCheck={spellCheck}
        autoCapitalize={spellCheck === false ? 'none' : undefined}
        autoComplete={autoComplete}
        value={value}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
