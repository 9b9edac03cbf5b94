import type { ReactNode } from 'react'
import fieldStyles from './Field.module.css'
import { FieldMessage, type FieldProps, fieldId, Hint, Optional } from './Field.tsx'
import { withMoments } from './Moments.tsx'
import styles from './RadioGroup.module.css'
import { useFilledEarly } from './use-filled-early.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }
type RadioGroupProps = Omit<FieldProps<string>, 'autoComplete'> & {
  options: readonly RadioOption[]
  /**
   * `cards` puts a frame around each option; for two to four options with explanations. `pictures` is narrower cards
   * for options that are pictures. `points` is a row of marks: the value is in the circle, the label is for screen
   * readers. `rows` is a frame around each option, one below the other at every width and size of type.
   */
  look?: 'list' | 'cards' | 'pictures' | 'points' | 'rows'
}

export function RadioGroup(props: RadioGroupProps) {
  const { label, name, value, onChange, onBlur, error, hint, required = true, disabled, readOnly, options } = props
  const id = props.id ?? fieldId(name)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const chosen = () => document.getElementById(id)?.querySelector<HTMLInputElement>('input:checked')?.value
  useFilledEarly(chosen, value, onChange)
  return (
    <fieldset id={id} className={styles.group} aria-describedby={describedBy} data-look={props.look ?? 'list'}>
      <legend className={fieldStyles.label}>
        {label}
        {!required && <Optional />}
      </legend>
      <Hint id={id}>{hint}</Hint>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={styles.dot}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={disabled || readOnly || option.disabled}
              onBlur={onBlur}
              onChange={() => onChange(option.value)}
            />
            {props.look === 'points' ? (
              <>
                <span className={styles.point} aria-hidden="true">
                  {option.value}
                </span>
                <VisuallyHidden>{option.label}</VisuallyHidden>
              </>
            ) : (
              <span>
                {withMoments(option.label)}
                {option.hint && <span className={styles.note}>{option.hint}</span>}
              </span>
            )}
          </label>
        ))}
      </div>
      <FieldMessage id={id} error={error} />
    </fieldset>
  )
}
