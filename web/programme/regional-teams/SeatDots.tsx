import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './SeatDots.module.css'

/** More dots than these are hard to read at a glance. */
const maxDots = 12

/** How full a team is: a dot for each place, filled when it is taken; for a screen reader in words. */
export function SeatDots({ taken, left }: { taken: number; left: number }) {
  const all = taken + left
  return (
    <span className={styles.seats}>
      {all <= maxDots && (
        <span className={styles.dots} aria-hidden="true">
          {Array.from({ length: all }, (_none, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike
            <span key={at} className={styles.dot} data-taken={at < taken || undefined} />
          ))}
        </span>
      )}
      <span className={styles.count}>
        <VisuallyHidden>Занято </VisuallyHidden>
        {outOf(taken, all)}
        <VisuallyHidden>{left > 0 ? `, ещё ${counted(left, 'место', 'места', 'мест')}` : ', мест нет'}</VisuallyHidden>
      </span>
    </span>
  )
}
