import { useLocation } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { Duty } from '#web/seasons/console/duties.ts'
import { useDuty, useRights } from '#web/seasons/console/rights.ts'
import { groupsFor, type Section, sectionAt, type sectionGroups, sectionPath } from '#web/seasons/console/sections.ts'
import styles from './SideSections.module.css'

/** The sections of a competition that the person may open, in groups, with what waits in each. */
export function SideSections({ competition }: { competition: string }) {
  const rights = useRights(competition)
  const pathname = useLocation({ select: (location) => location.pathname })
  const duty = useDuty(competition)
  const groups = groupsFor(rights)
  const current = sectionAt(pathname, competition)
  if (groups.length === 0) return null
  const lists = <Groups {...{ competition, pathname, groups, current, duty }} />
  return (
    <>
      <nav className={styles.side} aria-label="Разделы управления" data-field>
        {lists}
      </nav>
      {/* On a narrow window the same sections are above every page; they fold up again when another page is opened. */}
      <details key={pathname} className={styles.menu}>
        <summary className={styles.summary}>
          {current ? `Разделы: ${current.title}` : 'Разделы'}
          <ChevronDown aria-hidden="true" />
        </summary>
        <nav className={styles.lists} aria-label="Все разделы">
          {lists}
        </nav>
      </details>
    </>
  )
}

interface GroupsProps {
  competition: string
  pathname: string
  groups: typeof sectionGroups
  current: Section | undefined
  duty: Duty | null
}

function Groups({ competition, pathname, groups, current, duty }: GroupsProps) {
  const id = useId()
  return (
    <>
      {groups.map(({ title, sections }, number) => (
        <div key={title}>
          <p id={`${id}-${number}`} className={styles.title}>
            {title}
          </p>
          <ul aria-labelledby={`${id}-${number}`}>
            {sections.map((section) => (
              <li key={section.id}>
                <SideLink
                  section={section}
                  competition={competition}
                  waits={duty ? (section.waits?.(duty) ?? 0) : 0}
                  current={
                    section !== current ? null : sectionPath(section.id, competition) === pathname ? 'page' : 'true'
                  }
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

interface SideLinkProps {
  section: Section
  competition: string
  waits: number
  /** `true`: a page below it is open. */
  current: 'page' | 'true' | null
}

function SideLink({ section, competition, waits, current }: SideLinkProps) {
  return (
    <PortalLink to={section.path(competition)} className={styles.link} {...(current && { 'aria-current': current })}>
      {section.title}
      {waits > 0 && (
        <span className={styles.waits}>
          <VisuallyHidden>, ждут: </VisuallyHidden>
          {waits.toLocaleString('ru-RU')}
        </span>
      )}
    </PortalLink>
  )
}
