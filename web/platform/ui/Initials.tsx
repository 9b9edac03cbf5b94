import { viewPath } from '#shared/platform/files/view.ts'
import { initials } from '#shared/platform/names/full-name.ts'
import styles from './Initials.module.css'

interface InitialsProps {
  listedName: string
  avatar?: string | null | undefined
  className?: string | undefined
}

/**
 * A person as a circle with the portrait, or initials; `--circle` is its size. `listedName` begins with the surname.
 * Hidden from screen readers, because the name is always beside it.
 */
export function Initials({ listedName, avatar, className = '' }: InitialsProps) {
  return (
    <span className={`${styles.circle} ${className}`} aria-hidden="true">
      {initials(listedName)}
      {/* Above the initials, which are seen where pictures are switched off or do not come. */}
      {avatar && <img className={styles.portrait} src={viewPath(128, avatar)} alt="" loading="lazy" />}
    </span>
  )
}
