import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import own from './NumberField.module.css'

export type NumberFieldProps = FieldProps<string> & {
  /** Said after the number: «лет», «человек». */
  unit?: string
  maxLength?: number
}

/** A plain text field with the digits' keyboard: no spinner, no wheel. What was typed is kept; the validator judges it. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, onBlur, unit, maxLength, autoComplete } = props
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
        />
        {unit && <span className={own.unit}>{unit}</span>}
      </div>
    </Field>
  )
}
