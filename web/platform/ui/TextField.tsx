import type { HTMLInputTypeAttribute, InputHTMLAttributes, Ref } from 'react'
import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import { filledIn, useFilledEarly } from './use-filled-early.ts'

type TextFieldProps = FieldProps<string> & {
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'url' | 'search' | 'tel'>
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  placeholder?: string
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
  const control = controlProps(finds ? { ...props, required: false } : props)
  useFilledEarly(filledIn(control.id), value, onChange)
  return (
    <Field {...props} {...(finds && { required: true })}>
      <input
        {...control}
        ref={ref}
        className={styles.control}
        type={type}
        inputMode={inputMode}
        placeholder={placeholder}
        maxLength={maxLength}
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
