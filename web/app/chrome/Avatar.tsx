import { viewPath } from '#shared/platform/files/view.ts'
import { initials } from '#shared/platform/names/full-name.ts'
import styles from './Header.module.css'

/** The person's picture, or their initials. Hidden from screen readers, because the name is always shown beside it. */
export function Avatar({ src, name }: { src: string | null; name: string }) {
  if (src)
    return (
      <img
        className={styles.avatar}
        src={viewPath(64, src)}
        srcSet={`${viewPath(64, src)} 64w, ${viewPath(128, src)} 128w`}
        sizes="40px"
        alt=""
        width={40}
        height={40}
      />
    )
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
