import { useEffect, useState } from 'react'
import { serverNow } from '#web/platform/api/server-clock.ts'

/** The server's time, updated often enough for «5 минут назад» to stay true. */
export function useNow(everyMs = 20_000): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
