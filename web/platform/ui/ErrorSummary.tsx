import { useEffect, useRef } from 'react'
import styles from './ErrorSummary.module.css'
import { fieldId } from './Field.tsx'
import { focusField } from './focus-field.ts'

export type FieldFault = { name: string; label?: string; message: string }

type ErrorSummaryProps = {
  faults: readonly FieldFault[]
  title?: string
  /** Increased with each failed attempt: the focus then moves here. */
  attempt?: number
}

/** All faults of a form in one place above it; each links to its field. Renders nothing without faults. */
export function ErrorSummary({ faults, title = 'Проверьте, что заполнено', attempt = 0 }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const any = faults.length > 0
  /** The attempt for which the focus has moved: faults that come and go while typing never move it. */
  const focused = useRef<number | null>(null)
  useEffect(() => {
    if (!any || focused.current === attempt) return
    focused.current = attempt
    box.current?.focus()
  }, [any, attempt])
  if (!any) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {faults.map(({ name, label, message }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(fieldId(name))
              }}
            >
              {label ? `${label}: ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
