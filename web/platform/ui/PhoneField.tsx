import type { ChangeEvent } from 'react'
import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'

/** `value` is a plus and digits without spaces: `+79001234567`. Russian numbers are shown in groups. */
export function PhoneField(props: FieldProps<string>) {
  const { value, onChange, onBlur, autoComplete } = props
  function change(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.target.value
    const digits = typed.replace(/\D/g, '').slice(0, 15)
    onChange((typed.trimStart().startsWith('+') ? '+' : '') + digits)
  }
  function leave() {
    if (/^8\d{10}$/.test(value)) onChange(`+7${value.slice(1)}`)
    else if (/^7\d{10}$/.test(value)) onChange(`+${value}`)
    else if (/^9\d{9}$/.test(value)) onChange(`+7${value}`)
    onBlur?.()
  }
  return (
    <Field {...props}>
      <input
        {...controlProps(props)}
        className={styles.control}
        type="tel"
        inputMode="tel"
        placeholder="+7 900 000-00-00"
        autoComplete={autoComplete ?? 'tel'}
        value={grouped(value)}
        onBlur={leave}
        onChange={change}
      />
    </Field>
  )
}

/** Groups only a complete Russian number, so that the caret does not jump while typing. */
function grouped(value: string) {
  const whole = /^\+7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(value)
  return whole ? `+7 ${whole[1]} ${whole[2]}-${whole[3]}-${whole[4]}` : value
}
