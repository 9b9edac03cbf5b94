import { initials } from '#shared/people/full-name.ts'
import styles from './Initials.module.css'

/**
 * A person as a circle with initials; `--circle` is its size. `listedName` begins with the surname. Hidden from screen
 * readers, because the name always stands beside it.
 */
export function Initials({ listedName, className = '' }: { listedName: string; className?: string | undefined }) {
  return (
    <span className={`${styles.circle} ${className}`} aria-hidden="true">
      {initials(listedName)}
    </span>
  )
}
