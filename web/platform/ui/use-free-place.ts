import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Box, covers, freePlace } from './free-place.ts'

/** What must not be covered: fields, buttons, links, and notices that are already there. */
const controls =
  'a[href], button, input, select, textarea, summary, label, [tabindex="0"], [role="option"], [data-floating]'

/**
 * Keeps an element with `position: fixed` where it covers no control and no other notice, also when the page moves or
 * changes under it. Undefined: not measured yet; null: there is no such place.
 */
export function useFreePlace(element: RefObject<HTMLElement | null>, active: boolean) {
  const [place, setPlace] = useState<Place | null | undefined>(undefined)
  useLayoutEffect(() => {
    if (!active) return
    const settle = () => setPlace((now) => settled(element.current, now))
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(settle)
    }
    settle()
    const changes = new MutationObserver(soon)
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', soon, { passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      removeEventListener('scroll', soon)
      removeEventListener('resize', soon)
    }
  }, [active, element])
  return place
}

interface Place {
  left: number
  top: number
}

function settled(own: HTMLElement | null, now: Place | null | undefined): Place | null | undefined {
  // A notice that has taken a line of its own keeps it.
  if (!own || now === null) return now
  const { width, height } = own.getBoundingClientRect()
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const taken = boxesOf(own, view)
  if (now && now.top + height <= view.height && !covers({ ...now, width, height }, taken)) return now
  return freePlace({ width, height }, view, taken)
}

function boxesOf(own: HTMLElement, view: { width: number; height: number }): Box[] {
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => control !== own && !own.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, top, bottom, left, right }) => {
      const seen = bottom > 0 && top < view.height && right > 0 && left < view.width
      return seen && width > 0 && height > 0
    })
}
