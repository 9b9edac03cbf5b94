import type { AnyRouter } from '@tanstack/react-router'
import { limits } from '#web/platform/limits.ts'
import { type LeftPlace, leftPlace, noteLeft } from '#web/platform/navigation/left-places.ts'
import { stopScrolling, whenDrawn } from './scroll.ts'

const kept = new WeakSet<AnyRouter>()

/** Back and Forward find each page where it was left, as in every browser. A second call for a router does nothing. */
export function keepPlaces(router: AnyRouter): void {
  if (kept.has(router)) return
  kept.add(router)
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    const link = document.activeElement?.closest('main [href]')?.getAttribute('href')
    if (fromLocation) noteLeft(fromLocation.state.__TSR_key, { top: window.scrollY, link })
  })
  router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
    const step = toLocation.state.__TSR_key
    const left = leftPlace(step)
    // Only Back and Forward come to a step from another one. A link to the open address stays on its step.
    if (left && fromLocation?.state.__TSR_key !== step) requestAnimationFrame(() => returnTo(left))
  })
}

/** At once as far as the page goes already, and to the whole depth once it is drawn. The followed link has the focus. */
function returnTo({ top, link }: LeftPlace): void {
  stopScrolling()
  const arrive = () => {
    window.scrollTo(0, top)
    const followed = link && document.querySelector<HTMLElement>(`main [href="${CSS.escape(link)}"]`)
    if (followed) followed.focus({ preventScroll: true })
    return window.scrollY > top - 1 && (!link || Boolean(followed))
  }
  if (arrive()) return
  const waiting = whenDrawn(arrive)
  setTimeout(() => waiting.abort(), limits.returnMs)
}
