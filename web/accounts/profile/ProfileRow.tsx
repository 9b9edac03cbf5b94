import type { ReactNode } from 'react'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './ProfileRow.module.css'

interface ProfileRowProps {
  id: string
  title: string
  /** The present setting or state. */
  state?: ReactNode
  badge?: ReactNode
  note?: ReactNode
  /** The button that changes it; while its form is open, none. */
  action?: ReactNode
  /** The open form, or what belongs to the row and needs its whole width. */
  children?: ReactNode
}

/** A row of the profile: what it is, its state, and what can be done. */
export function ProfileRow({ id, title, state, badge, note, action, children }: ProfileRowProps) {
  return (
    <section id={id} className={styles.row}>
      <Heading level={2} size={4}>
        {title}
      </Heading>
      {(state || badge || note) && (
        <div className={styles.state}>
          {state && <p className={styles.value}>{state}</p>}
          {badge && <p>{badge}</p>}
          {note && <p className={styles.note}>{note}</p>}
        </div>
      )}
      {action && <div className={styles.action}>{action}</div>}
      {children && <div className={styles.whole}>{children}</div>}
    </section>
  )
}
