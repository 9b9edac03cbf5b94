import { useQuery } from '@tanstack/react-query'
import { logOut } from '#web/auth/log-out.ts'
import { useCompetition } from '#web/competitions/queries.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { profileQuery } from '#web/profile/queries.ts'
import { Avatar } from './Avatar.tsx'
import styles from './Header.module.css'

/** What a narrow window shows behind the menu button. */
export function MobileMenu() {
  const { data: profile } = useQuery(profileQuery)
  const competition = useCompetition()
  return (
    <nav id="mobile-menu" className={styles.menu} aria-label="Меню">
      {profile && (
        <div className={styles.menuUser}>
          <Avatar src={profile.avatar} name={profile.fio} />
          <div className={styles.names}>
            <span className={styles.name}>{profile.fio}</span>
            <span className={styles.number}>ID {profile.id}</span>
          </div>
        </div>
      )}
      <ul className={styles.menuItems}>
        {competition && (
          <li>
            <PortalLink to={`/${competition.code}`}>{competition.title}</PortalLink>
          </li>
        )}
        <li>
          <PortalLink to="/profile">Профиль</PortalLink>
        </li>
        <li>
          <button type="button" onClick={() => void logOut()}>
            Выход
          </button>
        </li>
      </ul>
    </nav>
  )
}
