import { useEffect, useState } from 'react'

/**
 * Seconds that are left of a time that began when this was first shown. A change of the device's clock has no effect.
 */
export function useSecondsLeft(seconds: number): number {
  const [until] = useState(() => performance.now() + seconds * 1000)
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(performance.now()), 200)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
