import { useSyncExternalStore } from 'react'
import { limits } from '#web/platform/limits.ts'

const query = `(min-width: ${limits.desktopWidthPx}px)`

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is 800 px wide or more. */
export const useDesktop = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    // The server draws for a wide window; the style sheet hides on a phone what belongs to a wide one.
    () => true,
  )
