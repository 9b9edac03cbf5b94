import type { AdminFlag } from '#shared/api/route.ts'
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

interface ConsoleLinksProps {
  competition: string
  /** What the organiser may do in this competition. */
  rights: readonly string[]
  /** Among other competitions, the name of this one; a number beside leads to its people there. */
  of?: string
}

export function ConsoleLinks({ competition, rights, of }: ConsoleLinksProps) {
  const open = pages.filter(({ flag, path }) => rights.includes(flag) && !(of !== undefined && path === 'people'))
  if (open.length === 0) return null
  const links = open.map(({ path, title }) => (
    <li key={path}>
      <PortalLink alone to={`/admin/${competition}/${path}`}>
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
