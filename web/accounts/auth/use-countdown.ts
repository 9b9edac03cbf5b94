import { useEffect, useState } from 'react'

/** Counts down the seconds of a wait; `restart` starts another. */
export function useCountdown(seconds: number): { left: number; restart: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 500)
    return () => clearTimeout(timer)
  })
  return {
    left,
    restart: (next) => {
      setNow(Date.now())
      setUntil(Date.now() + next * 1000)
    },
  }
}
