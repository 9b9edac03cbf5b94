import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { useDuty, useRights } from '#web/homes/rights.ts'
import { groupsFor, type Section, sectionAt, sectionPath } from '#web/homes/sections.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './SideSections.module.css'

/** The sections of a competition that the person may open, in groups, with what waits in each. */
export function SideSections({ competition }: { competition: string }) {
  const rights = useRights(competition)
  const pathname = useLocation({ select: (location) => location.pathname })
  const duty = useDuty(competition)
  const groups = groupsFor(rights)
  const current = sectionAt(pathname, competition)
  const id = useId()
  if (groups.length === 0) return null
  return (
    <nav className={styles.side} aria-label="Разделы управления" data-field>
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
    </nav>
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
