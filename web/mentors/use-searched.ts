import { useState } from 'react'
import { useTyped } from '#web/platform/use-typed.ts'

/** What is typed into a search, and what is searched once the typing pauses; a list then begins at its first page. */
export function useSearched(onSearch?: () => void) {
  const [search, setSearch] = useState('')
  const { typed, setTyped } = useTyped((wanted) => {
    if (wanted === search) return
    setSearch(wanted)
    onSearch?.()
  })
  return { typed, search, setTyped }
}
