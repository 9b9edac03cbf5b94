import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { useTyped } from '#web/platform/use-typed.ts'

/**
 * What is typed into a search, and what is searched once the typing pauses; a list then begins at its first page. The
 * name is that of the state in the history.
 */
export function useSearched(name: string, onSearch?: () => void) {
  const [search, setSearch] = useHistoryState(name, '')
  const { typed, setTyped } = useTyped((wanted) => {
    if (wanted === search) return
    setSearch(wanted)
    onSearch?.()
  }, search)
  return { typed, search, setTyped }
}
