import type { ClipboardEvent } from 'react'
import narrow from './DateField.module.css'
import styles from './Field.module.css'
import { controlProps, Field, type FieldProps } from './Field.tsx'
import { pastedDate, shownDate, typedDate } from './typed-date.ts'
import { typedTime } from './typed-time.ts'

/** `value` is `yyyy-MM-dd HH:mm` in Moscow time once both halves are complete, and the typed text until then. */
export function DateTimeField(props: FieldProps<string> & { label: string }) {
  const { value, onChange, onBlur, label } = props
  const gap = value.lastIndexOf(' ')
  const [date, time] = gap < 0 ? [value, ''] : [value.slice(0, gap), value.slice(gap + 1)]
  const write = (nextDate: string, nextTime: string) =>
    onChange(nextDate === '' && nextTime === '' ? '' : `${nextDate} ${nextTime}`)
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    const day = pastedDate(text)
    if (day === null) return
    event.preventDefault()
    write(day, /(?<![\d:])\d{1,2}:\d\d(?!\d)/.exec(text)?.[0] ?? time)
  }
  const control = controlProps({ ...props, hint: true })
  return (
    <Field {...props} hint={props.hint ?? 'Московское время'}>
      <div className={narrow.moment}>
        <input
          {...control}
          className={`${styles.control} ${narrow.date}`}
          type="text"
          inputMode="numeric"
          placeholder="дд.мм.гггг"
          maxLength={10}
          autoComplete="off"
          value={shownDate(date)}
          onBlur={onBlur}
          onChange={(event) => write(typedDate(event.target, date), time)}
          onPaste={paste}
        />
        <input
          {...control}
          id={`${control.id}-time`}
          name={`${control.name}-time`}
          className={`${styles.control} ${narrow.time}`}
          aria-label={`${label}, время`}
          type="text"
          inputMode="numeric"
          placeholder="чч:мм"
          autoComplete="off"
          value={time}
          onBlur={onBlur}
          onChange={(event) => write(date, typedTime(event.target.value, time))}
        />
      </div>
    </Field>
  )
}
