import { flagTitles, type GivenFlag, givenFlags } from '#shared/accounts/rights/flag-titles.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './FlagChoice.module.css'

interface FlagChoiceProps {
  name: string
  value: readonly GivenFlag[]
  onChange: (value: GivenFlag[]) => void
  error?: string | null
}

/** What somebody may do in this competition. */
export function FlagChoice({ name, value, onChange, error }: FlagChoiceProps) {
  return (
    <fieldset className={styles.choice} id={`field-${name}`} tabIndex={-1}>
      <legend className={styles.legend}>Что будет доступно в этом конкурсе</legend>
      {error && <Notice tone="danger">{error}</Notice>}
      {givenFlags.map((flag) => (
        <Checkbox
          key={flag}
          setting
          name={`${name}-${flag}`}
          label={flagTitles[flag]}
          value={value.includes(flag)}
          onChange={(on) => onChange(givenFlags.filter((each) => (each === flag ? on : value.includes(each))))}
        />
      ))}
    </fieldset>
  )
}
