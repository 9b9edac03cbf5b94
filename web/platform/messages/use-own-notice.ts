import { useEffect } from 'react'
import { setOwnNotice } from './connection.ts'

/** While `said`, this part of the page itself says that there is no connection. */
export function useOwnNotice(said: boolean): void {
  useEffect(() => {
    if (!said) return
    setOwnNotice(true)
    return () => setOwnNotice(false)
  }, [said])
}
