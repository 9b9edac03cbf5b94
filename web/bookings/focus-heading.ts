import { useEffect } from 'react'

/** What was shown last on this path; null before anything was. */
let shown: string | null = null

/**
 * Between the list and an event the path stays the same, so the heading of the page does not take the focus by itself.
 * It does here, once what it heads is there; not on the first page of all, which a screen reader reads from its top.
 */
export function useHeadingFocus(place: string, ready: boolean): void {
  useEffect(() => {
    if (!ready || shown === place) return
    if (shown !== null) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    shown = place
  }, [place, ready])
}
