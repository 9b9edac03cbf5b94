import { useEffect } from 'react'

/** What was shown last on this path; null at first. */
let shown: string | null = null

/**
 * The path is the same for the list and an event, so the page heading does not take the focus by itself. This moves
 * the focus once the content is there, except on the very first page, which screen readers read from the top.
 */
export function useHeadingFocus(place: string, ready: boolean): void {
  useEffect(() => {
    if (!ready || shown === place) return
    if (shown !== null) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    shown = place
  }, [place, ready])
}
