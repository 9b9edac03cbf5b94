import type { ChangeEvent } from 'react'
import { readPhone } from '#shared/platform/text/read-phone.ts'
import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'

/** Digits that the field shows. */
const longest = 30

/** `value` is a plus and digits without spaces: `+79001234567`. Russian numbers are shown in groups. */
export function PhoneField(props: FieldProps<string>) {
  const { value, onChange, onBlur, autoComplete } = props
  function change(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.target.value
    // Full-width digits too. What is too long stays, so that it can be seen: it may be two numbers.
    const digits = typed.normalize('NFKC').replace(/\D/g, '').slice(0, longest)
    onChange((typed.trimStart().startsWith('+') ? '+' : '') + digits)
  }
  function leave() {
    const phone = readPhone(value)
    if (phone?.startsWith('+7') && phone !== value) onChange(phone)
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
