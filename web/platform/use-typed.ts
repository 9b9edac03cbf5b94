import { useEffect, useRef, useState } from 'react'
import { limits } from './limits.ts'

/**
 * The text of a search field, `first` to begin with. `onPause` gets it without its outer spaces each time that the typing
 * pauses.
 */
export function useTyped(onPause: (search: string) => void, first = '') {
  const [typed, setTyped] = useState(first)
  const latest = useRef(onPause)
  latest.current = onPause
  useEffect(() => {
    const wait = setTimeout(() => latest.current(typed.trim()), limits.typingMs)
    return () => clearTimeout(wait)
  }, [typed])
  return { typed, setTyped }
}
