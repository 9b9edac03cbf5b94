import { useRouterState } from '@tanstack/react-router'
import Accessibility from 'lucide-react/icons/accessibility'
import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, use, useEffect, useState } from 'react'
import { useDesktop } from '#web/app/use-desktop.ts'
import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { loadLook } from '#web/themes/themes.ts'
import { AccessibilityPanel } from './AccessibilityPanel.tsx'
import styles from './Header.module.css'
import { MobileMenu } from './MobileMenu.tsx'

const HeaderUser = lazy(() => loadChunk(async () => ({ default: (await import('./HeaderUser.tsx')).HeaderUser })))
const Bell = lazy(() => loadChunk(async () => ({ default: (await import('#web/notifications/Bell.tsx')).Bell })))

/** The logo, what belongs to the person, and on a wide window the display settings. */
export function Header({ look, colours }: { look: string; colours: string }) {
  const loggedIn = useLoggedIn()
  const desktop = useDesktop()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [menuOpen, setMenuOpen] = useState(false)
  const [settingsOpen, setSettingsOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setMenuOpen(false), [path])
  return (
    <header>
      <div className={styles.band} data-band>
        <div className={styles.inner}>
          <PortalLink to="/" className={styles.logo}>
            <Suspense fallback={null}>
              <Logo look={look} />
            </Suspense>
            <VisuallyHidden> — на главную</VisuallyHidden>
          </PortalLink>
          <div className={styles.tools}>
            {desktop && (
              <button
                type="button"
                className={`${styles.tool} ${styles.wide}`}
                aria-expanded={settingsOpen}
                aria-controls="accessibility"
                onClick={() => setSettingsOpen(!settingsOpen)}
              >
                <Accessibility aria-hidden="true" />
                <span>Настройки отображения</span>
              </button>
            )}
            <Suspense fallback={null}>
              {loggedIn && <Bell />}
              {loggedIn && desktop && <HeaderUser />}
            </Suspense>
            {loggedIn && !desktop && (
              <button
                type="button"
                className={styles.tool}
                aria-expanded={menuOpen}
                aria-controls="mobile-menu"
                aria-label={menuOpen ? 'Закрыть меню' : 'Открыть меню'}
                onClick={() => setMenuOpen(!menuOpen)}
              >
                {menuOpen ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
              </button>
            )}
          </div>
        </div>
      </div>
      {menuOpen && loggedIn && !desktop && <MobileMenu />}
      {settingsOpen && desktop && <AccessibilityPanel look={colours} onClose={() => setSettingsOpen(false)} />}
    </header>
  )
}

function Logo({ look }: { look: string }) {
  const { Logo: Drawing } = use(loadLook(look))
  return <Drawing />
}
