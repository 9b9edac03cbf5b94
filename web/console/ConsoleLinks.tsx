import { session } from '#web/platform/api/portal-api.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import styles from './ConsoleLinks.module.css'
import { sections } from './sections.ts'

export function ConsoleLinks({ competition }: { competition: string }) {
  const rights = session.claims()?.admin_permissions ?? []
  const open = sections.filter(({ flag }) => rights.includes(flag))
  if (open.length === 0) return null
  return (
    <nav className={styles.links} aria-label="Разделы управления">
      {open.map(({ path, title }) => (
        <PortalLink key={path} alone to={`/admin/${competition}/${path}`}>
          {title}
        </PortalLink>
      ))}
    </nav>
  )
}
