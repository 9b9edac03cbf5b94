import { useRouter } from '@tanstack/react-router'
import Accessibility from 'lucide-react/icons/accessibility'
import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isAsking, subscribeAsking } from '#web/accounts/auth/leaving.ts'
import { useDesktop } from '#web/app/use-desktop.ts'
import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { hasPhoneMenu, usePageMenu } from '#web/platform/navigation/page-menu.ts'
import { Bell } from './Bell.tsx'
import '#web/platform/ui/print.css'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { loadLook } from '#web/seasons/themes/themes.ts'
import { DisplaySettingsButton } from './DisplaySettingsButton.tsx'
import styles from './Header.module.css'
import { HeaderUser } from './HeaderUser.tsx'

const MobileMenu = lazy(() => loadChunk(async () => ({ default: (await import('./MobileMenu.tsx')).MobileMenu })))
const LeaveQuestion = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/accounts/auth/LeaveQuestion.tsx')).LeaveQuestion })),
)

/** The logo, the person's menu and, on wide windows, the display settings. */
export function Header({ look, colours }: { look: string; colours: string }) {
  const loggedIn = useLoggedIn()
  const desktop = useDesktop()
  const asking = useSyncExternalStore(subscribeAsking, isAsking, () => false)
  const [menuOpen, setMenuOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const withMenu = hasPhoneMenu(loggedIn, usePageMenu()) && !desktop
  useOnAddressChange(() => setMenuOpen(false))
  const leaveMenu = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menuOpen) return
    // Escape first closes a dialog opened from the menu, and first clears a search field that has text.
    const at = event.target as Element
    if (at.closest('dialog') || (at instanceof HTMLInputElement && at.value !== '')) return
    setMenuOpen(false)
    menuButton.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever in the header the focus is
    <header
      className={styles.header}
      onKeyDown={leaveMenu}
      // Tabbing past the end of the menu closes it.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return
        if (!relatedTarget.closest('dialog')) setMenuOpen(false)
      }}
    >
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
              <DisplaySettingsButton look={colours} className={`${styles.tool} ${styles.wide}`}>
                <Accessibility aria-hidden="true" />
                <span className={styles.toolWords}>Настройки отображения</span>
              </DisplaySettingsButton>
            )}
            {loggedIn && <Bell />}
            {loggedIn && desktop && <HeaderUser />}
            {withMenu && (
              <button
                ref={menuButton}
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
      {withMenu && menuOpen && (
        <Suspense fallback={null}>
          <MobileMenu colours={colours} />
        </Suspense>
      )}
      {asking && (
        <Suspense fallback={null}>
          <LeaveQuestion />
        </Suspense>
      )}
    </header>
  )
}

/**
 * Calls back when the address changes, before the new page is there, so that a menu opened after that is not closed.
 */
function useOnAddressChange(changed: () => void): void {
  const { history } = useRouter()
  const callback = useEffectEvent(changed)
  useEffect(() => {
    let { href } = history.location
    return history.subscribe(({ location }) => {
      if (location.href === href) return
      href = location.href
      callback()
    })
  }, [history])
}

function Logo({ look }: { look: string }) {
  const { Logo: Drawing } = use(loadLook(look))
  return <Drawing />
}
