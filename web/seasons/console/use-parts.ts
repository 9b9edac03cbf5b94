import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { placeAtLeaving } from '#web/platform/navigation/place-at-leaving.ts'
import { unfold } from '#web/platform/ui/unfold.ts'

export interface Part {
  id: string
  title: string
  /** How many fields in it have a fault. */
  faults: number
  /** How many things in it wait for the person. */
  waits: number
}

const partsIn = (box: HTMLElement): Part[] =>
  [...box.querySelectorAll<HTMLElement>('section[id]')].flatMap((section) => {
    const title = section.querySelector('h2')?.textContent
    const faults = section.querySelectorAll('[aria-invalid="true"]').length
    const waits = Number(section.dataset.waits ?? 0)
    return title ? [{ id: section.id, title, faults, waits }] : []
  })

/**
 * The sections inside `box` that have an id and a heading, in the order of the page; each appears when it has loaded.
 */
export function useParts(box: RefObject<HTMLElement | null>): readonly Part[] {
  const [parts, setParts] = useState<readonly Part[]>([])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const found = partsIn(element)
      setParts((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
    }
    look()
    const watcher = new MutationObserver(look)
    watcher.observe(element, { childList: true, subtree: true, attributeFilter: ['aria-invalid', 'data-waits'] })
    return () => watcher.disconnect()
  }, [box])
  return parts
}

const ownMovements = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Opens the part that the address names, and keeps it in view while what is above it loads. Once the person moves, a
 * part that comes later still opens, but the window stays where it is.
 */
export function useKeptPart(box: RefObject<HTMLElement | null>): void {
  const id = useLocation({ select: ({ hash }) => hash })
  const step = useLocation({ select: ({ state }) => state.__TSR_key })
  useEffect(() => {
    const element = box.current
    // Back and Forward lead to where the page was left.
    if (!element || id === '' || placeAtLeaving(step)) return
    /** The element with this id may be replaced while the page loads. */
    let unfolded: Element | null = null
    const moved = new AbortController()
    const watcher = new ResizeObserver(() => {
      const part = document.getElementById(id)
      if (!part || !element.contains(part)) return
      if (unfolded !== part) unfold(part)
      unfolded = part
      if (moved.signal.aborted) watcher.disconnect()
      else part.scrollIntoView()
    })
    moved.signal.addEventListener('abort', () => {
      if (unfolded) watcher.disconnect()
    })
    for (const kind of ownMovements)
      document.addEventListener(kind, () => moved.abort(), { signal: moved.signal, capture: true, passive: true })
    watcher.observe(element)
    return () => {
      moved.abort()
      watcher.disconnect()
    }
  }, [box, id, step])
}

/** A part is read once its heading has come this far up the window. */
const readingLine = 0.3

/** The part that is being read: the last one whose heading has passed the upper third of the window. */
export function useCurrentPart(parts: readonly Part[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    let asked = 0
    const look = () => {
      asked = 0
      const line = window.innerHeight * readingLine
      const tops = parts.map(
        ({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY,
      )
      // At the end of the page the last part may be too short to come up so far.
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement
      const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
      const last = tops.findLastIndex((top) => top <= (atEnd ? window.innerHeight : line))
      setCurrent(parts[Math.max(last, 0)]?.id ?? null)
    }
    const soon = () => {
      asked ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(asked)
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [parts])
  return current
}
