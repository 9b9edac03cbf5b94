import { limits } from '#web/platform/limits.ts'

/** The element that a hash names: itself, or the stage of that code in the tree. */
const anchorOf = (hash: string): HTMLElement | null =>
  hash === '' ? null : (document.getElementById(hash) ?? document.getElementById(`stage-${hash}`))

/** Where the page stands `elapsed` ms after it began to move from `from` to `to`. */
export function scrollPosition(from: number, to: number, elapsed: number): number {
  const part = Math.min(1, Math.max(0, elapsed / limits.scrollMs))
  return from + (to - from) * (1 - (1 - part) ** 2)
}

/** 16 pixels, or what a page wants where something of its own stays at the top. */
const roomAbove = (anchor: HTMLElement): number => Number.parseFloat(getComputedStyle(anchor).scrollMarginTop) || 16

let moving = 0

/** To the anchor where there is one, else to the top, in 200 ms; at once for those who asked for less motion. */
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
