import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { Heading } from './Heading.tsx'
import styles from './Panel.module.css'

type PanelProps = { title: ReactNode; actions?: ReactNode; children: ReactNode; level?: 2 | 3; id?: string }

/** A card with a heading and, at its right, what can be done with the whole of it. */
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
