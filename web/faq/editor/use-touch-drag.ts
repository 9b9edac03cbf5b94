import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Side } from './move-article.ts'

export interface Over {
  id: number
  side: Side
}

interface TouchDrag {
  /** What is carried by a finger now, and where it would come to stand. */
  carried: number | null
  over: Over | null
}

const nothing: TouchDrag = { carried: null, over: null }
/** So near the window's edge the page scrolls by itself, in pixels. */
const edge = 72
const speed = 9

/**
 * Carries a row by its grip with a finger. The browsers' own dragging starts on a phone only after a long press, and in some
 * not at all; the grip takes the touch for itself, so the page scrolls from everywhere else.
 */
export function useTouchDrag(box: RefObject<HTMLElement | null>, onDrop: (id: number, over: Over) => void): TouchDrag {
  const [drag, setDrag] = useState(nothing)
  const drop = useRef(onDrop)
  drop.current = onDrop

  useEffect(() => {
    const element = box.current
    if (!element) return
    let now = nothing
    let finger = { x: 0, y: 0 }
    let frame = 0

    const show = (next: TouchDrag) => {
      const same = now.carried === next.carried && now.over?.id === next.over?.id && now.over?.side === next.over?.side
      now = next
      if (!same) setDrag(next)
    }
    const follow = () => {
      const way = finger.y < edge ? -speed : finger.y > innerHeight - edge ? speed : 0
      if (way !== 0) scrollBy({ top: way, behavior: 'instant' })
      show({ carried: now.carried, over: placeUnder(element, finger, now.carried) })
      frame = requestAnimationFrame(follow)
    }
    const end = () => {
      cancelAnimationFrame(frame)
      show(nothing)
    }
    const start = (event: TouchEvent) => {
      const [touch] = event.touches
      const grip = (event.target as Element).closest('[data-grip]')
      if (now.carried !== null || !touch || !grip || event.touches.length > 1) return end()
      const id = keyOf(grip)
      if (id === null) return
      event.preventDefault()
      finger = { x: touch.clientX, y: touch.clientY }
      show({ carried: id, over: null })
      frame = requestAnimationFrame(follow)
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (now.carried === null || !touch) return
      event.preventDefault()
      finger = { x: touch.clientX, y: touch.clientY }
    }
    const release = () => {
      const over = now.carried === null ? null : placeUnder(element, finger, now.carried)
      const { carried } = now
      end()
      if (carried !== null && over) drop.current(carried, over)
    }
    element.addEventListener('touchstart', start, { passive: false })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', release)
    element.addEventListener('touchcancel', end)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', release)
      element.removeEventListener('touchcancel', end)
    }
  }, [box])
  return drag
}

function keyOf(element: Element | null | undefined): number | null {
  const key = element?.closest('[role="row"]')?.getAttribute('data-key')
  return key ? Number(key) : null
}

/** The outer thirds of a row are beside it, the middle is in it. */
function placeUnder(box: HTMLElement, { x, y }: { x: number; y: number }, carried: number | null): Over | null {
  const row = document.elementFromPoint(x, y)?.closest('[role="row"]')
  const id = keyOf(row)
  if (!row || id === null || id === carried || !box.contains(row)) return null
  const { top, height } = row.getBoundingClientRect()
  const part = (y - top) / height
  return { id, side: part < 1 / 3 ? 'before' : part > 2 / 3 ? 'after' : 'on' }
}
