import type { ReactNode } from 'react'
import { fullName, type PersonName } from '#shared/platform/names/full-name.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { SeatDots } from './SeatDots.tsx'
import styles from './TeamRow.module.css'

/** Teams one below another, in one frame. */
export function TeamRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

interface TeamRowProps {
  name: ReactNode
  members: readonly PersonName[]
  left: number
  own: boolean
  /** The reader's relation to the team. */
  badge?: ReactNode
  /** What the reader can do with it. */
  children?: ReactNode
}

/** A team on a list: its name and people, how full it is, and what can be done. */
export function TeamRow({ name, members, left, own, badge, children }: TeamRowProps) {
  return (
    <li className={styles.row} data-own={own || undefined}>
      <div className={styles.words}>
        <div className={styles.title}>
          <Heading level={3} size={3}>
            <bdi>{name}</bdi>
          </Heading>
          {badge}
        </div>
        <p className={styles.people}>{members.length === 0 ? 'Пока никого нет' : members.map(fullName).join(', ')}</p>
      </div>
      <SeatDots taken={members.length} left={left} />
      {children && <div className={styles.act}>{children}</div>}
    </li>
  )
}
