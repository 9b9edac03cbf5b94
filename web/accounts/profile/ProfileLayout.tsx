import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import styles from './ProfileLayout.module.css'
import { profilePages } from './places.ts'

/** The pages of the profile beside their menu. */
export function ProfileLayout() {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the menu is a row that does not fit
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (menu.current && current) menu.current.scrollLeft = current.offsetLeft - menu.current.clientWidth / 3
  }, [pathname])
  return (
    <div className={styles.profile}>
      <nav ref={menu} className={styles.menu} aria-label="Разделы профиля">
        <ul className={styles.items}>
          {profilePages.map(([to, title]) => (
            <li key={to}>
              <PortalLink to={to} className={styles.item}>
                {title}
              </PortalLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  )
}
