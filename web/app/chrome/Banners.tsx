import { useEffect, useState, useSyncExternalStore } from 'react'
import { hideBanner, showBanner, shownBanners, subscribeBanners } from '#web/platform/messages/banner.ts'
import { isBusy, isReached, onBack, subscribeConnection } from '#web/platform/messages/connection.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'

/** Short messages above the page, and the lasting one while the server cannot be reached. */
export function Banners() {
  const banners = useSyncExternalStore(subscribeBanners, shownBanners, shownBanners)
  const reached = useSyncExternalStore(subscribeConnection, isReached, isReached)
  const busy = useSyncExternalStore(subscribeConnection, isBusy, isBusy)
  useEffect(() => onBack(() => showBanner('Связь восстановлена', 'success')), [])
  // The live region must exist before its first message, otherwise screen readers miss it.
  return (
    <div aria-live="polite">
      {banners.map(({ id, tone, text, duration }) => (
        <Banner key={id} tone={tone} duration={duration} onClose={() => hideBanner(id)}>
          {text}
        </Banner>
      ))}
      {busy ? (
        <Lasting key="busy">Сервер занят, повторим сами через несколько секунд</Lasting>
      ) : (
        !reached && (
          <Lasting key="unreached">
            Нет связи с порталом. Введённое остаётся на странице, а черновики отправятся сами, когда связь вернётся.
          </Lasting>
        )
      )}
    </div>
  )
}

/** Stays until it is closed, or no longer true. */
function Lasting({ children }: { children: string }) {
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <Banner tone="info" place="bottom" duration={0} onClose={() => setClosed(true)}>
      {children}
    </Banner>
  )
}
