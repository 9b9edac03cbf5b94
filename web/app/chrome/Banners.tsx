import { useSyncExternalStore } from 'react'
import { hideBanner, shownBanners, subscribeBanners } from '#web/platform/messages/banner.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'

/** The messages that stand above the page for a few seconds. */
export function Banners() {
  const banners = useSyncExternalStore(subscribeBanners, shownBanners)
  return banners.map(({ id, tone, text, duration }) => (
    <Banner key={id} tone={tone} duration={duration} onClose={() => hideBanner(id)}>
      {text}
    </Banner>
  ))
}
