import type { Ref } from 'react'
import fieldStyles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import styles from './TextArea.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type TextAreaProps = FieldProps<string> & {
  rows?: number
  /** Counted in characters; more may be typed and is then counted as too much, so that a pasted text is never cut. */
  limit?: number
  minimum?: number
  placeholder?: string
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { value, onChange, onBlur, rows = 5, limit, minimum, placeholder, autoComplete, ref } = props
  return (
    <Field {...props} after={limit || minimum ? <Counter value={value} limit={limit} minimum={minimum} /> : null}>
      <textarea
        {...controlProps(props)}
        ref={ref}
        className={`${fieldStyles.control} ${styles.area}`}
        rows={rows}
        placeholder={placeholder}
        autoComplete={autoComplete}
        value={value}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function Counter({ value, limit, minimum }: { value: string; limit: number | undefined; minimum: number | undefined }) {
  const length = [...value].length
  const left = limit === undefined ? 0 : limit - length
  const shown =
    limit === undefined
      ? `Символов: ${number(length)}, нужно не меньше ${number(minimum ?? 0)}`
      : left < 0
        ? `Лишних символов: ${number(-left)} — сократите текст`
        : `Символов: ${number(length)} из ${number(limit)}`
  // Spoken only near and past the end, and not at each key.
  const spoken = limit !== undefined && left < limit / 10 && (left % 20 === 0 || left < 0) ? shown : ''
  return (
    <p className={styles.counter} data-over={left < 0 || undefined}>
      {shown}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </p>
  )
}

const number = (value: number) => value.toLocaleString('ru-RU')
