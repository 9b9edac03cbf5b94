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

/**
 * Shows a message above the page for five seconds. Repeating a message restarts its time instead of adding a second
 * one.
 */
export function showBanner(text: string, tone: BannerMessage['tone'] = 'danger'): void {
  last += 1
  const message = { id: last, tone, text, duration: limits.errorBannerMs }
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
