import { useEffect, useRef } from 'react'

/** Tells for how many milliseconds the page has been in front of the person since it was opened. */
export function useTimeSpent(): () => number {
  const time = useRef({ spent: 0, since: null as number | null })
  useEffect(() => {
    const own = time.current
    const turn = () => {
      const now = performance.now()
      if (own.since !== null) own.spent += now - own.since
      own.since = document.visibilityState === 'visible' ? now : null
    }
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      own.since = null
    }
  }, [])
  return () => {
    const { spent, since } = time.current
    return Math.round(spent + (since === null ? 0 : performance.now() - since))
  }
}
