import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { withMoments } from './Moments.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Props of every field. A field is required unless it has `required={false}`, which is then shown in words. */
export type FieldProps<Value> = {
  label: ReactNode
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur?: () => void
  error?: string | null | undefined
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  autoComplete?: string
  /** `field-<name>` by default, which ErrorSummary links to. Set it when a page has two fields with one name. */
  id?: string
}

type Described = Pick<FieldProps<unknown>, 'name' | 'id' | 'error' | 'hint' | 'required' | 'disabled' | 'readOnly'>

export const fieldId = (name: string) => `field-${name}`

/** Attributes that connect a native control with its label, hint and error. */
export function controlProps({
  name,
  id = fieldId(name),
  error,
  hint,
  required = true,
  disabled,
  readOnly,
}: Described) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name,
    disabled,
    readOnly,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required && !readOnly ? true : undefined,
  }
}

type FrameProps = Described & {
  label: ReactNode
  children: ReactNode
  className?: string | undefined
  after?: ReactNode
}

/** Label, hint, control and error. */
export function Field({
  label,
  name,
  id = fieldId(name),
  hint,
  error,
  required = true,
  children,
  className,
  after,
}: FrameProps) {
  return (
    <div className={`${styles.field} ${className ?? ''}`} data-frame data-invalid={error ? '' : undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {!required && <Optional />}
      </label>
      <Hint id={id}>{hint}</Hint>
      {children}
      <FieldMessage id={id} error={error} />
      {after}
    </div>
  )
}

export function Optional() {
  return <span className={styles.optional}> (необязательно)</span>
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className={styles.hint} id={`${id}-hint`} data-hint>
      {withMoments(children)}
    </p>
  ) : null
}

export function FieldMessage({ id, error }: { id: string; error: string | null | undefined }) {
  return error ? (
    <p className={styles.error} id={`${id}-error`}>
      <CircleAlert aria-hidden="true" />
      <span>
        <VisuallyHidden>Ошибка: </VisuallyHidden>
        {error}
      </span>
    </p>
  ) : null
}
