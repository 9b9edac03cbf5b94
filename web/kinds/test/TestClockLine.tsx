import Clock from 'lucide-react/icons/clock'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './TestRun.module.css'
import { clockTime, countdown, minute, movedDeadline, spokenTime } from './test-time.ts'

/** The rest of the time by the server's clock. Screen readers hear it at ten, five and one minute. */
export function TestClockLine({ deadline, onOver }: { deadline: Date; onOver: () => void }) {
  const [now, setNow] = useState(serverNow)
  const [said, setSaid] = useState('')
  const left = deadline.getTime() - now.getTime()
  const before = useRef({ left, deadline })
  const over = useRef(onOver)
  over.current = onOver

  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    const { left: then, deadline: old } = before.current
    before.current = { left, deadline }
    const minutes = Math.round((deadline.getTime() - old.getTime()) / minute)
    if (minutes !== 0) return setSaid(movedDeadline(minutes, deadline))
    const spoken = spokenTime(then, left)
    if (spoken) setSaid(spoken)
    if (left <= 0 && then > 0) over.current()
  }, [left, deadline])

  return (
    <div className={styles.clock} data-short={left <= 5 * minute || undefined}>
      <Clock aria-hidden="true" />
      <p>
        <VisuallyHidden>Осталось </VisuallyHidden>
        <span className={styles.left} role="timer" aria-live="off">
          {countdown(left)}
        </span>
        <span className={styles.until}> до {clockTime(deadline)} по Москве</span>
      </p>
      <p className={styles.said} role="status">
        {said}
      </p>
    </div>
  )
}
