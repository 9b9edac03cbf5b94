import type { ReactNode } from 'react'
import { formalName, fullName, type PersonName } from '#shared/platform/names/full-name.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Initials } from '#web/platform/ui/Initials.tsx'
import styles from './PersonLine.module.css'

interface PersonLineProps {
  person: PersonName & { avatar?: string | null; region?: string; skills?: string; about?: string; contact?: string }
  /** After the name: «это вы, капитан». */
  role?: string
  /** Shown for a person without a story. */
  silent?: string
  /** Buttons, or the state of the person. */
  children?: ReactNode
}

/** A person on a list: portrait, name, and the story that the person tells teams. */
export function PersonLine({ person, role, silent, children }: PersonLineProps) {
  const { avatar, region, skills, about, contact } = person
  return (
    <li className={styles.line}>
      <Initials listedName={formalName(person)} avatar={avatar} />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{fullName(person)}</bdi>
          {role && <span className={styles.quiet}> — {role}</span>}
        </p>
        {(region || skills) && (
          <p className={styles.quiet}>
            <Facts of={[region, skills]} />
          </p>
        )}
        {about && <p className={styles.about}>{about}</p>}
        {contact && <p>Связаться: {contact}</p>}
        {silent && !skills && !about && !contact && <p className={styles.quiet}>{silent}</p>}
        {children && <div className={styles.acts}>{children}</div>}
      </div>
    </li>
  )
}
