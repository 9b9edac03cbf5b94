import { viewPath } from '#shared/files/view.ts'
import styles from './Header.module.css'

/** The person's picture by its name, or the first letters of the name. Decoration: the name always stands beside it. */
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
  const letters = name.split(' ').slice(0, 2)
  return (
    <span className={styles.avatar} aria-hidden="true">
      {letters.map((word) => word.slice(0, 1)).join('')}
    </span>
  )
}
