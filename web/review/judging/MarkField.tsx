import type { Criterion, MarkFault } from '#shared/stages/rubric.ts'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './Marks.module.css'

interface MarkFieldProps {
  criterion: Criterion
  mark: number | undefined
  fault: MarkFault | undefined
  onChange: (mark: number | null) => void
}

/** Scales up to this are a row of marks; longer ones are typed. */
const longestRow = 10

/** One criterion: what it asks, what the numbers mean, and the mark. */
export function MarkField({ criterion, mark, fault, onChange }: MarkFieldProps) {
  const { code, title, hint, max, required, levels } = criterion
  const meaning = new Map(levels.map(({ value, text }) => [value, text]))
  const field = {
    name: `marks.${code}`,
    label: title,
    required,
    value: mark === undefined ? '' : String(mark),
    error:
      fault === undefined ? null : fault === 'required' ? 'Поставьте оценку' : `Оценка — целое число от 0 до ${max}`,
  }
  const about = (
    <>
      {hint !== '' && <span className={styles.hint}>{hint}</span>}
      {levels.map(({ value, text }) => (
        <span key={value} className={styles.level} data-chosen={value === mark || undefined}>
          <b>{value}</b> {text}
        </span>
      ))}
    </>
  )
  const shown = hint !== '' || levels.length > 0 ? about : undefined
  return (
    <div data-fault={fault}>
      {max <= longestRow ? (
        <RadioGroup
          {...field}
          look="points"
          hint={shown}
          options={Array.from({ length: max + 1 }, (_none, value) => ({
            value: String(value),
            label: meaning.has(value) ? `${value} — ${meaning.get(value)}` : String(value),
          }))}
          onChange={(value) => onChange(Number(value))}
        />
      ) : (
        <NumberField
          {...field}
          hint={shown}
          unit={`из ${max}`}
          maxLength={3}
          onChange={(text) => onChange(/^\d+$/.test(text) ? Number(text) : null)}
        />
      )}
      {!required && mark !== undefined && max <= longestRow && (
        <button type="button" className={styles.clear} onClick={() => onChange(null)}>
          Не оценивать
        </button>
      )}
    </div>
  )
}
