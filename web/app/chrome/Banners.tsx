import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentView } from '#web/platform/api/view.ts'
import {
  hideBanner,
  showBanner,
  shownBanners,
  subscribeBanners,
  takeBackBanner,
} from '#web/platform/messages/banner.ts'
import { hasOwnNotice, isBusy, isReached, onBack, subscribeConnection } from '#web/platform/messages/connection.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import styles from './Banners.module.css'

const ViewBanner = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/accounts/person-views/ViewBanner.tsx')).ViewBanner })),
)
const never = () => () => {}
const backAgain = 'Связь восстановлена'

/**
 * Short messages: failures are shown above the page, the others where they cover and move nothing. A lasting message is
 * shown while the server cannot be reached.
 */
export function Banners() {
  const banners = useSyncExternalStore(subscribeBanners, shownBanners, shownBanners)
  const reached = useSyncExternalStore(subscribeConnection, isReached, isReached)
  const busy = useSyncExternalStore(subscribeConnection, isBusy, isBusy)
  const said = useSyncExternalStore(subscribeConnection, hasOwnNotice, hasOwnNotice)
  // The first page is rendered on the server, where there is no person view.
  const view = useSyncExternalStore(never, currentView, () => null)
  useEffect(() => onBack(() => showBanner(backAgain, 'success')), [])
  useEffect(() => {
    if (!reached) takeBackBanner(backAgain)
  }, [reached])
  const place = useRoomForNotices()
  // The live region must exist before its first message, otherwise screen readers miss it.
  return (
    <div ref={place} aria-live="polite" className={styles.place}>
      {view && (
        <Suspense fallback={null}>
          <ViewBanner view={view} />
        </Suspense>
      )}
      {banners.map(({ id, tone, text, duration }) => (
        <Banner
          key={id}
          tone={tone}
          duration={duration}
          place={tone === 'danger' ? 'above' : 'over'}
          onClose={() => hideBanner(id)}
        >
          {text}
        </Banner>
      ))}
      {busy ? (
        <Lasting key="busy">Сервер занят, повторим сами через несколько секунд</Lasting>
      ) : (
        !reached &&
        !said && (
          <Lasting key="unreached">
            Нет связи с порталом. Введённое остаётся на странице, а черновики отправятся сами, когда связь вернётся.
          </Lasting>
        )
      )}
    </div>
  )
}

/** Tells the style sheet how high the notices are, and keeps the field with the focus in view when they come. */
function useRoomForNotices() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const root = document.documentElement
    const watcher = new ResizeObserver(() => {
      const { offsetHeight } = element
      root.style.setProperty('--notice-height', `${offsetHeight}px`)
      const focused = document.activeElement
      if (offsetHeight > 0 && focused?.matches('input, textarea, select, button, a, [tabindex="0"]'))
        focused.scrollIntoView({ block: 'nearest' })
    })
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      root.style.removeProperty('--notice-height')
    }
  }, [])
  return place
}

/** A message that stays until it is closed or no longer applies. */
function Lasting({ children }: { children: string }) {
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <Banner tone="info" duration={0} onClose={() => setClosed(true)}>
      {children}
    </Banner>
  )
}
