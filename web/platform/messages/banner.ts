import { limits } from '#web/platform/limits.ts'

interface BannerMessage {
  id: number
  tone: 'danger' | 'info' | 'success'
  text: string
  /** Milliseconds; 0 means until it is closed. */
  duration: number
}

let shown: readonly BannerMessage[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly BannerMessage[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** A server error is shown for five seconds (ST-11); every other message also for as long as it takes to read it. */
const durationOf = (text: string, tone: BannerMessage['tone']): number =>
  limits.errorBannerMs + (tone === 'danger' ? 0 : [...text].length * limits.bannerLetterMs)

/**
 * Shows a message above the page for a while. Repeating a message restarts its time instead of adding a second
 * one.
 */
export function showBanner(text: string, tone: BannerMessage['tone'] = 'danger'): void {
  last += 1
  const message = { id: last, tone, text, duration: durationOf(text, tone) }
  change([...shown.filter((banner) => banner.text !== text), message])
}

export const hideBanner = (id: number): void => change(shown.filter((banner) => banner.id !== id))
/** Takes back a message that is no longer true. */
export function takeBackBanner(text: string): void {
  if (shown.some((banner) => banner.text === text)) change(shown.filter((banner) => banner.text !== text))
}
export const shownBanners = (): readonly BannerMessage[] => shown

export function subscribeBanners(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
