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
