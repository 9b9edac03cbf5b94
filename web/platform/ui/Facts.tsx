import type { ReactNode } from 'react'
import styles from './Facts.module.css'
import { withMoments } from './Moments.tsx'

/** Facts in a line with dots between them. No dot is shown at the beginning or the end of a line. */
export function Facts({ of }: { of: readonly ReactNode[] }) {
  const told = of.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '')
  return (
    <span className={styles.facts}>
      {told.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no name, and its place says what it is
        <span key={place} className={styles.fact}>
          {place > 0 && <span className={styles.dot}> · </span>}
          <span>{withMoments(fact)}</span>
        </span>
      ))}
    </span>
  )
}
