import { limits } from '#web/platform/limits.ts'
import type { PlaceAtLeaving } from '#web/platform/navigation/place-at-leaving.ts'

/** The element for a hash: the one with this id, or the stage with this code in the tree. */
const anchorOf = (hash: string): HTMLElement | null =>
  hash === '' ? null : (document.getElementById(hash) ?? document.getElementById(`stage-${hash}`))

/** The scroll position `elapsed` ms after the movement from `from` to `to` began. */
export function scrollPosition(from: number, to: number, elapsed: number): number {
  const part = Math.min(1, Math.max(0, elapsed / limits.scrollMs))
  return from + (to - from) * (1 - (1 - part) ** 2)
}

/** 16 px, or more on pages with something fixed at the top. */
const roomAbove = (anchor: HTMLElement): number => Number.parseFloat(getComputedStyle(anchor).scrollMarginTop) || 16

let moving = 0
let waiting = new AbortController()

/** The events by which people choose their own place on the page. */
const ownMovements = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

let acted = false

/** For the first page: notes whether the person has already done something on it. */
export function watchFirstMovement(): void {
  const note = () => {
    acted = true
  }
  for (const kind of ownMovements) document.addEventListener(kind, note, { capture: true, passive: true, once: true })
}

export function currentPlace(): PlaceAtLeaving {
  const link = document.activeElement?.closest<HTMLElement>('main [href]')
  const to = link?.getAttribute('href')
  return { top: window.scrollY, link: link && to ? { to, index: linksTo(to).indexOf(link) } : null }
}

const linksTo = (to: string) => [...document.querySelectorAll<HTMLElement>(`main [href="${CSS.escape(to)}"]`)]

/**
 * Scrolls to the place of a hash, however late it is drawn, or to the top, unless the person has meanwhile done
 * something on the page. The first page begins at its top without this, and stays where it was scrolled before its
 * program came. Back and Forward lead to the place at leaving, as in every browser.
 */
export function scrollToPlace(hash: string, isFirstPage = false, place?: PlaceAtLeaving): void {
  waiting.abort()
  if (place) {
    returnTo(place)
    return
  }
  const anchor = anchorOf(hash)
  if (isFirstPage && (acted || window.scrollY > 0)) return
  if (anchor || !isFirstPage) moveTo(anchor)
  if (!anchor && hash !== '')
    whenDrawn(() => {
      const drawn = anchorOf(hash)
      if (drawn) moveTo(drawn)
      return drawn !== null
    })
}

/**
 * At once as far as the page goes already, and to the whole depth once it is drawn. The followed link gets the focus. A
 * page that is never as deep again, or has the link no more, is left alone after a while.
 */
function returnTo({ top, link }: PlaceAtLeaving): void {
  cancelAnimationFrame(moving)
  let height = 0
  let isDeep = false
  let isFocused = link === null
  const arrive = () => {
    const { scrollHeight } = document.documentElement
    if (!isDeep && scrollHeight > height) {
      height = scrollHeight
      window.scrollTo(0, top)
      isDeep = window.scrollY > top - 1
    }
    if (link && !isFocused) {
      const followed = linksTo(link.to)[link.index]
      followed?.focus({ preventScroll: true })
      isFocused = followed !== undefined && followed === document.activeElement
    }
    return isDeep && isFocused
  }
  if (arrive()) return
  const arriving = whenDrawn(arrive)
  setTimeout(() => arriving.abort(), limits.returnMs)
}

/** Tries at each change of the page until it succeeds, unless the person acts or another page is opened first. */
function whenDrawn(reach: () => boolean): AbortController {
  waiting = new AbortController()
  const { signal } = waiting
  const observer = new MutationObserver(() => reach() && waiting.abort())
  signal.addEventListener('abort', () => observer.disconnect())
  for (const kind of ownMovements)
    document.addEventListener(kind, () => waiting.abort(), { signal, capture: true, passive: true })
  observer.observe(document.body, { childList: true, subtree: true })
  return waiting
}

/**
 * Takes 200 ms; people who prefer reduced motion are there at once. Content drawn above in the meantime moves the
 * target. A movement up never turns down again, although a page that is short at first grows while it moves.
 */
function moveTo(anchor: HTMLElement | null): void {
  const from = window.scrollY
  const place = () =>
    anchor ? Math.max(0, anchor.getBoundingClientRect().top + window.scrollY - roomAbove(anchor)) : 0
  cancelAnimationFrame(moving)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, place())
    return
  }
  const began = performance.now()
  const step = (now: number) => {
    const to = place()
    const next = scrollPosition(from, to, now - began)
    window.scrollTo(0, to < from ? Math.min(next, window.scrollY) : next)
    if (now - began < limits.scrollMs) moving = requestAnimationFrame(step)
  }
  moving = requestAnimationFrame(step)
}
