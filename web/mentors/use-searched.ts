import { useEffect, useRef, useState } from 'react'

const typingPause = 300

/** What is typed into a search, and what is searched once the typing pauses; a list then begins at its first page. */
export function useSearched(onSearch?: () => void) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === search) return
    const wait = setTimeout(() => {
      setSearch(wanted)
      latest.current?.()
    }, typingPause)
    return () => clearTimeout(wait)
  }, [typed, search])
  return { typed, search, setTyped }
}
