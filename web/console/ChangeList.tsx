import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './ChangeList.module.css'
import type { Change } from './queries.ts'

/** What was changed: from what to what where it is short, by its name alone where it is not. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className={styles.list}>
      {changes.map(({ field, title, before, after }) => (
        <li key={field}>
          {title}
          {before !== undefined && after !== undefined && (
            <>
              : <VisuallyHidden>было </VisuallyHidden>
              <s>{before}</s>
              <VisuallyHidden>, стало </VisuallyHidden> → <b>{after}</b>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
