import { useEffect } from 'react'
import { setSaidOnPage } from './connection.ts'

/** While `said`, this part of the page itself says that there is no connection. */
export function useSaidOnPage(said: boolean): void {
  useEffect(() => {
    if (!said) return
    setSaidOnPage(true)
    return () => setSaidOnPage(false)
  }, [said])
}
