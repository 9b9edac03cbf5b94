import type { ReactNode } from 'react'
import styles from './TrackPage.module.css'

/** The head of a track's page: the heading, and above it the way to the other tracks where there are any. */
export function TrackHead({ above, children }: { above: ReactNode; children: ReactNode }) {
  return (
    <header className={styles.head}>
      {above && <p>{above}</p>}
      {children}
    </header>
  )
}
