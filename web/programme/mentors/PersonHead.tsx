import type { ReactNode } from 'react'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Initials } from '#web/platform/ui/Initials.tsx'
import { withMoments } from '#web/platform/ui/Moments.tsx'
import styles from './PersonHead.module.css'

interface PersonHeadProps {
  fio: string
  avatar?: string | null
  quiet?: ReactNode
  /** The place in a choice. */
  place?: number
  badge?: ReactNode
  level?: 2 | 3
  /** Buttons for the whole card. */
  children?: ReactNode
}

/** The head of a card of a person: portrait, name, and what the person is. */
export function PersonHead({ fio, avatar, quiet, place, badge, level = 3, children }: PersonHeadProps) {
  return (
    <div className={styles.head}>
      <Initials listedName={fio} avatar={avatar} className={styles.circle} />
      <div className={styles.words}>
        {badge && <p>{badge}</p>}
        <Heading level={level} size={3}>
          {place !== undefined && <span className={styles.place}>{place} </span>}
          <bdi>{fio}</bdi>
        </Heading>
        {quiet && <p className={styles.quiet}>{withMoments(quiet)}</p>}
      </div>
      {children}
    </div>
  )
}
