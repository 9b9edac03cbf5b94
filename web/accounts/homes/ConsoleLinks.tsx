import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { sections } from '#web/seasons/console/sections.ts'
import styles from './ConsoleLinks.module.css'

interface ConsoleLinksProps {
  competition: string
  /** What the organiser may do in this competition. */
  rights: readonly string[]
  /** The name of this competition in a list of several; there a number beside the links already leads to its people. */
  of?: string
}

export function ConsoleLinks({ competition, rights, of }: ConsoleLinksProps) {
  const open = sections.filter(
    ({ id, flag, also }) => rights.includes(flag) && also?.includes('row') && !(of !== undefined && id === 'people'),
  )
  if (open.length === 0) return null
  const links = open.map(({ id, path, title }) => (
    <li key={id}>
      <PortalLink alone to={path(competition)}>
        {title}
      </PortalLink>
    </li>
  ))
  if (of !== undefined)
    return (
      <ul className={styles.links} aria-label={`Разделы управления: ${of}`}>
        {links}
      </ul>
    )
  return (
    <nav aria-label="Разделы управления">
      <ul className={styles.links}>{links}</ul>
    </nav>
  )
}
