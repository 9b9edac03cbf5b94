import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { Heading } from './Heading.tsx'
import styles from './Panel.module.css'

type PanelProps = { title: ReactNode; actions?: ReactNode; children: ReactNode; level?: 2 | 3; id?: string }

/** A card with a heading and, on the right, actions for the whole card. */
export function Panel({ title, actions, children, level = 2, id }: PanelProps) {
  return (
    <Card as="section" id={id}>
      <div className={styles.head}>
        <Heading level={level} size={3}>
          {title}
        </Heading>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </Card>
  )
}
