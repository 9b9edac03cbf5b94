import { flagTitles } from '#shared/accounts/rights/flag-titles.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './FlagChoice.module.css'

interface FlagChoiceProps<Flag> {
  name: string
  /** The rights that can be given there. */
  flags: readonly Flag[]
  /** «в этом конкурсе» */
  where: string
  value: readonly Flag[]
  onChange: (value: Flag[]) => void
  error?: string | null
}

/** What somebody may do in a competition or in all of them. */
export function FlagChoice<Flag extends AdminFlag>(props: FlagChoiceProps<Flag>) {
  const { name, flags, where, value, onChange, error } = props
  return (
    <fieldset className={styles.choice} id={`field-${name}`} tabIndex={-1}>
      <legend className={styles.legend}>Что будет доступно {where}</legend>
      {error && <Notice tone="danger">{error}</Notice>}
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          setting
          name={`${name}-${flag}`}
          label={flagTitles[flag]}
          value={value.includes(flag)}
          onChange={(on) => onChange(flags.filter((each) => (each === flag ? on : value.includes(each))))}
        />
      ))}
    </fieldset>
  )
}
