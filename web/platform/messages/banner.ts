import { limits } from '#web/platform/limits.ts'

export interface BannerMessage {
  id: number
  text: string
}

let shown: readonly BannerMessage[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly BannerMessage[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a line above the page for five seconds; the same line twice is shown once, for longer. */
export function showBanner(text: string, forMs: number = limits.errorBannerMs): void {
  last += 1
  const id = last
  change([...shown.filter((banner) => banner.text !== text), { id, text }])
  setTimeout(() => hideBanner(id), forMs)
}

export const hideBanner = (id: number): void => change(shown.filter((banner) => banner.id !== id))
export const shownBanners = (): readonly BannerMessage[] => shown

export function subscribeBanners(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
