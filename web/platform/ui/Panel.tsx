import type { ReactElement, ReactNode } from 'react'
import { Card } from './Card.tsx'
import { Fold } from './Fold.tsx'
import { Heading } from './Heading.tsx'
import styles from './Panel.module.css'

type PanelProps = { children: ReactNode; level?: 2 | 3; id?: string; actions?: ReactNode } & (
  | { title: ReactNode; says?: never; waits?: never; open?: never; read?: never; onPhone?: never }
  | {
      title: string
      /** A line about what is inside, shown while the panel is folded up. Null for a panel that cannot be folded up. */
      says: string | ReactElement | null
      /** How many things in it wait for the person; it is open then. */
      waits?: number
      /** It is needed now: open, until somebody folds it up. */
      open?: boolean
      /** It is read rather than edited. */
      read?: boolean
      /** It can be folded only on a phone. */
      onPhone?: boolean
    }
)

/** A card with a heading and, on the right, actions for the whole card. */
export function Panel({
  title,
  actions,
  says,
  waits = 0,
  open = false,
  read = false,
  onPhone = false,
  children,
  level = 2,
  id,
}: PanelProps) {
  const heading = (
    <Heading level={level} size={3}>
      {title}
    </Heading>
  )
  if (says !== undefined && says !== null && typeof title === 'string')
    return (
      <Card as="section" id={id} data-waits={waits || undefined}>
        <Fold
          heading={heading}
          title={title}
          says={says}
          waits={open || waits > 0}
          read={read}
          onPhone={onPhone}
          actions={actions}
          name={id}
        >
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
