import { useId } from 'react'
import styles from './ProgressBar.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type ProgressBarProps = {
  label: string
  /** 0 to `max`; without it the progress is unknown. */
  value?: number | undefined
  max?: number
  /** Read instead of a percentage: «3 из 8». */
  text?: string
  hideLabel?: boolean
  /** Screen readers hear every quarter of it. */
  announced?: boolean
}

export function ProgressBar({ label, value, max = 100, text, hideLabel, announced = false }: ProgressBarProps) {
  const id = useId()
  const part = value === undefined ? undefined : Math.min(1, Math.max(0, value / max))
  const said = text ?? (part === undefined ? '' : `${Math.round(part * 100)} %`)
  return (
    <div className={styles.progress}>
      {!hideLabel && (
        <p className={styles.words}>
          <span id={id}>{label}</span>
          <span className={styles.said}>{said}</span>
        </p>
      )}
      <div
        className={styles.track}
        role="progressbar"
        aria-label={hideLabel ? label : undefined}
        aria-labelledby={hideLabel ? undefined : id}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={said || undefined}
      >
        <div
          className={styles.bar}
          data-unknown={part === undefined || undefined}
          style={{ width: part === undefined ? undefined : `${part * 100}%` }}
        />
      </div>
      {announced && part !== undefined && (
        <VisuallyHidden role="status">{`${label}: ${Math.floor(part * 4) * 25} %`}</VisuallyHidden>
      )}
    </div>
  )
}
