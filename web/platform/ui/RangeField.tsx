import { controlProps, Field, type FieldProps } from './Field.tsx'
import styles from './RangeField.module.css'

type RangeFieldProps = Omit<FieldProps<number>, 'autoComplete' | 'readOnly'> & {
  min: number
  max: number
  step?: number
  /** Read by screen readers: «60 процентов». */
  words?: string
}

/** A slider, for touch, mouse and arrow keys. */
export function RangeField(props: RangeFieldProps) {
  const { value, onChange, onBlur, min, max, step = 1, words } = props
  const { readOnly: _, 'aria-required': __, ...attributes } = controlProps(props)
  return (
    <Field {...props}>
      <input
        {...attributes}
        className={styles.range}
        type="range"
        min={min}
        max={max}
        step={step}
        aria-valuetext={words}
        value={value}
        onBlur={onBlur}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </Field>
  )
}
