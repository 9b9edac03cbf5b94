import type { Change } from '#web/seasons/console/queries.ts'
import styles from './ChangeList.module.css'

/** The changes, with both values when they are short. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className={styles.list}>
      {changes.map(({ field, title, before, after }) => (
        <li key={`${field} ${title}`}>
          {title}
          {(after ?? before) !== undefined && ': '}
          {after !== undefined && <b>{after}</b>}
          {after !== undefined && before !== undefined && ', '}
          {before !== undefined && `было ${before}`}
        </li>
      ))}
    </ul>
  )
}
