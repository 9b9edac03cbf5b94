import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { Fold } from './Fold.tsx'
import { Heading } from './Heading.tsx'
import styles from './Panel.module.css'

type PanelProps = { children: ReactNode; level?: 2 | 3; id?: string } & (
  | { title: ReactNode; actions?: ReactNode; says?: never }
  | {
      title: string
      actions?: never
      /** What is inside, in a line, for a panel that is rarely needed: it is folded up behind it. */
      says: string | null
    }
)

/** A card with a heading and, on the right, actions for the whole card. */
export function Panel({ title, actions, says, children, level = 2, id }: PanelProps) {
  const heading = (
    <Heading level={level} size={3}>
      {title}
    </Heading>
  )
  if (typeof says === 'string' && typeof title === 'string')
    return (
      <Card as="section" id={id}>
        <Fold heading={heading} title={title} says={says}>
          <div className={styles.inside}>{children}</div>
        </Fold>
      </Card>
    )
  return (
    <Card as="section" id={id}>
      <div className={styles.head}>
        {heading}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </Card>
  )
}
