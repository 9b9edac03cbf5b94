import { useEffect, useState, useSyncExternalStore } from 'react'
import { hideBanner, showBanner, shownBanners, subscribeBanners } from '#web/platform/messages/banner.ts'
import { isReached, onBack, subscribeConnection } from '#web/platform/messages/connection.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'

/** The messages that stand above the page for a few seconds, and the one that stays while the server is out of reach. */
export function Banners() {
  const banners = useSyncExternalStore(subscribeBanners, shownBanners, shownBanners)
  const reached = useSyncExternalStore(subscribeConnection, isReached, isReached)
  const [closed, setClosed] = useState(false)
  useEffect(
    () =>
      onBack(() => {
        setClosed(false)
        showBanner('Связь восстановлена', 'success')
      }),
    [],
  )
  // The region is there before its first message, or a screen reader would not hear that one.
  return (
    <div aria-live="polite">
      {banners.map(({ id, tone, text, duration }) => (
        <Banner key={id} tone={tone} duration={duration} onClose={() => hideBanner(id)}>
          {text}
        </Banner>
      ))}
      {!reached && !closed && (
        <Banner tone="info" place="bottom" duration={0} onClose={() => setClosed(true)}>
          Нет связи с порталом. Введённое остаётся на странице, а черновики отправятся сами, когда связь вернётся.
        </Banner>
      )}
    </div>
  )
}
