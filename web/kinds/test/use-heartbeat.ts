import { useEffect, useRef, useState } from 'react'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { heartbeatEvery } from '#shared/stages/attempt.ts'
import { endsOnDevice, sendHeartbeat } from './queries.ts'

export interface TestClock {
  deadline: Date | null
  extraMinutes: number
}

/**
 * Tells the server again and again that this page is there, and learns the deadline as it is now. The time for which
 * the page was hidden goes along.
 */
export function useHeartbeat(stageId: number, first: TestClock, onEnded: (failure: unknown) => void): TestClock {
  const [clock, setClock] = useState(first)
  const ended = useRef(onEnded)
  ended.current = onEnded
  useEffect(() => {
    let hiddenAt: number | null = null
    let left = 0
    let stopped = false
    async function hear() {
      const told = Math.round(left)
      try {
        const { deadline, extra_minutes } = await sendHeartbeat(stageId, told)
        left -= told
        if (!stopped)
          setClock({ deadline: deadline === null ? null : parseWire(deadline), extraMinutes: extra_minutes })
      } catch (failure) {
        if (!stopped && endsOnDevice(failure)) ended.current(failure)
      }
    }
    function turn() {
      if (document.hidden) {
        hiddenAt = performance.now()
        return
      }
      if (hiddenAt !== null) left += performance.now() - hiddenAt
      hiddenAt = null
      // After sleep the device does not know how long it slept.
      void hear()
    }
    const timer = setInterval(() => void hear(), heartbeatEvery)
    document.addEventListener('visibilitychange', turn)
    void hear()
    return () => {
      stopped = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [stageId])
  return clock
}
