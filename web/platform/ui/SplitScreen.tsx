import type { ReactNode } from 'react'
import { ColourField } from './ColourField.tsx'
import styles from './SplitScreen.module.css'

type SplitScreenProps = {
  /** The competition's logo. */
  brand: ReactNode
  slogan: ReactNode
  lead?: ReactNode
  backdrop?: ReactNode
  /** The form: it holds the page's h1. */
  children: ReactNode
}

/** Login, registration, recovery: the competition's field on one side, calm paper with the form on the other. */
export function SplitScreen({ brand, slogan, lead, backdrop, children }: SplitScreenProps) {
  return (
    <div className={styles.split}>
      <ColourField as="header" className={styles.field} backdrop={backdrop}>
        {brand}
        <p className={styles.slogan}>{slogan}</p>
        {lead && <p className={styles.lead}>{lead}</p>}
      </ColourField>
      <main id="main" className={styles.paper} tabIndex={-1}>
        <div className={styles.form}>{children}</div>
      </main>
    </div>
  )
}
