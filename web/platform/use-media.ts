import { useSyncExternalStore } from 'react'

/** Whether a media query holds now. `onServer` is the value with which the server renders the page. */
export const useMedia = (query: string, onServer = false): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => onServer,
  )

/** Whether the window is as narrow as a phone, where long pages are shortened. */
export const useNarrow = (): boolean => useMedia('(max-width: 600px)')
