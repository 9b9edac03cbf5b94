import type { ReactNode, Ref } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import fieldStyles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import styles from './TextArea.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type TextAreaProps = FieldProps<string> & {
  rows?: number
  /** Maximum number of characters. More can be typed and is counted as too much, so that pasted text is never cut. */
  limit?: number
  minimum?: number
  placeholder?: string
  /** As high as its text, however long that is: for a text that is the whole page. */
  grows?: boolean
  /** Shown under the field in place of the count of characters. */
  counter?: ReactNode
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { value, onChange, onBlur, rows = 5, limit, minimum, grows = false, placeholder, autoComplete, ref } = props
  const counter = props.counter ?? (limit || minimum ? <Counter value={value} limit={limit} minimum={minimum} /> : null)
  const area = (
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
  )
  return (
    <Field {...props} after={counter}>
      {grows ? (
        <div className={styles.grows} data-text={value}>
          {area}
        </div>
      ) : (
        area
      )}
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
        : `Символов: ${outOf(number(length), number(limit))}`
  // Spoken only near and past the end, and not at every key.
  const spoken = limit !== undefined && left < limit / 10 && (left % 20 === 0 || left < 0) ? shown : ''
  return (
    <p className={styles.counter} data-over={left < 0 || undefined}>
      {shown}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </p>
  )
}

const number = (value: number) => value.toLocaleString('ru-RU')
