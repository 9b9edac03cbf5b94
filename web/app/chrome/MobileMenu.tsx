import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { headerName } from '#shared/platform/names/full-name.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { askToLogOut } from '#web/accounts/auth/log-out.ts'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { usePlaces } from '#web/app/use-places.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { usePageMenu } from '#web/platform/navigation/page-menu.ts'
import { useLookCompetition } from '#web/seasons/competitions/queries.ts'
import { Avatar } from './Avatar.tsx'
import { DisplaySettingsButton } from './DisplaySettingsButton.tsx'
import styles from './MobileMenu.module.css'

const HelpSearch = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/help/faq/HelpSearch.tsx')).HelpSearch })),
)

/** What a narrow window has behind the menu button: the person, links, help and the menu of the open page. */
export function MobileMenu({ colours }: { colours: string }) {
  const loggedIn = useLoggedIn()
  const { data: profile } = useQuery({ ...profileQuery, enabled: loggedIn })
  const competition = useLookCompetition()
  const pageMenu = usePageMenu()
  const places = usePlaces()
  useStillPage()
  const { shown, tooltip } = headerName(profile?.fio ?? '')
  return (
    <div id="mobile-menu" className={styles.menu}>
      {profile && (
        <div className={styles.user}>
          <Avatar src={profile.avatar} name={profile.fio} />
          <div className={styles.names}>
            <span className={styles.name} title={tooltip ?? undefined}>
              <bdi>{shown}</bdi>
            </span>
            <span className={styles.number}>{idNumber(profile.id)}</span>
          </div>
        </div>
      )}
      {loggedIn && competition && (
        <div className={styles.help}>
          <Suspense fallback={<div className={styles.helpPlace} />}>
            <HelpSearch competition={competition.code} />
          </Suspense>
        </div>
      )}
      {pageMenu && (
        <div className={styles.page}>
          <p className={styles.title}>{pageMenu.title}</p>
          {pageMenu.content}
        </div>
      )}
      <nav aria-label="Меню">
        <ul className={styles.items}>
          {loggedIn && (
            <li>
              <PortalLink to="/profile">Профиль</PortalLink>
            </li>
          )}
          {places.map(({ id, title, path, search }) => (
            <li key={id}>
              <PortalLink to={path} {...(search && { search })}>
                {id === 'path' && competition ? competition.title : title}
              </PortalLink>
            </li>
          ))}
          <li>
            <DisplaySettingsButton look={colours}>Настройки отображения</DisplaySettingsButton>
          </li>
          {loggedIn && (
            <li>
              <button type="button" onClick={() => void askToLogOut()}>
                Выход
              </button>
            </li>
          )}
        </ul>
      </nav>
    </div>
  )
}

/** The page behind does not scroll while the menu does. */
function useStillPage(): void {
  useEffect(() => {
    document.documentElement.style.setProperty('overflow', 'hidden')
    return () => {
      document.documentElement.style.removeProperty('overflow')
    }
  }, [])
}
