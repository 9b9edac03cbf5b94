import type { AdminFlag } from '#shared/api/route.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import styles from './ConsoleLinks.module.css'

/** The other pages of the console, each for those who have the right to it. */
const pages: readonly { path: string; title: string; flag: AdminFlag }[] = [
  { path: 'season', title: 'Настройки конкурса', flag: 'competitions' },
  { path: 'preview', title: 'Глазами участника', flag: 'competitions' },
  { path: 'people', title: 'Участники', flag: 'participants' },
  { path: 'cutoffs', title: 'Отбор', flag: 'assessment' },
  { path: 'messages', title: 'Сообщения', flag: 'notifications' },
  { path: 'letters', title: 'Письма портала', flag: 'notifications' },
  { path: 'reports', title: 'Отчёты', flag: 'reports' },
  { path: 'exports', title: 'Выгрузки', flag: 'reports' },
  { path: 'rights', title: 'Права', flag: 'admins' },
]

export function ConsoleLinks({ competition }: { competition: string }) {
  const rights = session.claims()?.admin_permissions ?? []
  const open = pages.filter(({ flag }) => rights.includes(flag))
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
