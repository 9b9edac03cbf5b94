import type { ReactNode } from 'react'
import styles from './SignLogo.module.css'

/** A competition's sign and its name in two lines. */
export function SignLogo({ sign, title, line }: { sign: ReactNode; title: string; line?: string }) {
  return (
    <span className={styles.logo}>
      <svg className={styles.sign} viewBox="0 0 40 40" fill="none" aria-hidden="true">
        {sign}
      </svg>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {line && <span className={styles.line}>{line}</span>}
      </span>
    </span>
  )
}
