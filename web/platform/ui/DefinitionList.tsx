import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'
import { withMoments } from './Moments.tsx'

type Definition = { term: string; value: ReactNode; action?: ReactNode }

/** Answers or facts by label. An empty value is shown as a word. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value, action }) => (
        <div key={term} className={styles.row}>
          <dt>{term}</dt>
          <dd>
            {value === '' || value === null || value === undefined ? (
              <span className={styles.none}>Не указано</span>
            ) : (
              withMoments(value)
            )}
          </dd>
          {action && <dd>{action}</dd>}
        </div>
      ))}
    </dl>
  )
}
