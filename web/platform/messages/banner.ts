import { limits } from '#web/platform/limits.ts'

export interface BannerMessage {
  id: number
  tone: 'danger' | 'info' | 'success'
  text: string
  /** Milliseconds; 0 stays until it is closed. */
  duration: number
}

let shown: readonly BannerMessage[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly BannerMessage[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a line above the page for five seconds; the same line twice is shown once, anew. */
export function showBanner(text: string, tone: BannerMessage['tone'] = 'danger'): void {
  last += 1
  const message = { id: last, tone, text, duration: limits.errorBannerMs }
  change([...shown.filter((banner) => banner.text !== text), message])
}

export const hideBanner = (id: number): void => change(shown.filter((banner) => banner.id !== id))
export const shownBanners = (): readonly BannerMessage[] => shown

export function subscribeBanners(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
