import { useEffect, useState } from 'react'

/** Seconds that are left of a time that began when this was first shown. A change of the device's clock moves nothing. */
export function useSecondsLeft(seconds: number): number {
  const [until] = useState(() => performance.now() + seconds * 1000)
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(performance.now()), 200)
    return () => clearTimeout(timer)
  })
  return left
}
