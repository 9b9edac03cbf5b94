import { limits } from '#web/platform/limits.ts'

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

/** Scrolls to the anchor, or to the top, in 200 ms; at once for people who prefer reduced motion. */
export function scrollToPlace(hash: string): void {
  const anchor = anchorOf(hash)
  const from = window.scrollY
  const to = anchor ? Math.max(0, anchor.getBoundingClientRect().top + from - roomAbove(anchor)) : 0
  cancelAnimationFrame(moving)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, to)
    return
  }
  const began = performance.now()
  const step = (now: number) => {
    window.scrollTo(0, scrollPosition(from, to, now - began))
    if (now - began < limits.scrollMs) moving = requestAnimationFrame(step)
  }
  moving = requestAnimationFrame(step)
}
