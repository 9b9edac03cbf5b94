import { useSyncExternalStore } from 'react'
import { limits } from '#web/platform/limits.ts'

const query = `(min-width: ${limits.desktopWidthPx}px)`

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is at least 800 px wide. */
export const useDesktop = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    // The server renders for a wide window; on a phone the style sheet hides what is only for wide windows.
    () => true,
  )
