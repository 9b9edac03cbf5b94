import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { controlProps, FieldMessage, type FieldProps, fieldId, Hint, Optional } from './Field.tsx'

type CheckboxProps = Omit<FieldProps<boolean>, 'readOnly' | 'autoComplete'> & {
  children?: ReactNode
  /** A setting is neither required nor optional, only on or off. */
  setting?: boolean
}

/** One consent or setting. `label` may contain a link to the text. */
export function Checkbox(props: CheckboxProps) {
  const { label, name, id = fieldId(name), value, onChange, onBlur, error, hint, setting } = props
  const required = !setting && (props.required ?? true)
  return (
    <div>
      <div className={styles.row}>
        <input
          {...controlProps({ ...props, required })}
          type="checkbox"
          className={styles.box}
          checked={value}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label className={styles.label} htmlFor={id}>
          {label}
          {!required && !setting && <Optional />}
        </label>
      </div>
      <div className={styles.notes}>
        <Hint id={id}>{hint}</Hint>
        <FieldMessage id={id} error={error} />
      </div>
    </div>
  )
}
