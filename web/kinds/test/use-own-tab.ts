import { useCallback, useEffect, useState } from 'react'

type TabState = 'asking' | 'own' | 'other'

/** Only one tab of a browser is active, and another one can take over. Without locks every tab is active. */
export function useOwnTab(name: string): { state: TabState; take: () => void } {
  const [state, setState] = useState<TabState>('asking')
  const [steals, setSteals] = useState(0)
  useEffect(() => {
    const locks = navigator.locks
    if (!locks) return setState('own')
    let release = () => {}
    let left = false
    const held = new Promise<void>((done) => {
      release = done
    })
    locks
      .request(name, steals > 0 ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (left) return undefined
        setState(lock ? 'own' : 'other')
        return lock ? held : undefined
      })
      // Another tab has taken over.
      .catch(() => left || setState('other'))
    return () => {
      left = true
      release()
    }
  }, [name, steals])
  return { state, take: useCallback(() => setSteals((count) => count + 1), []) }
}
