import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { minutesAndSeconds } from '#shared/platform/time/minutes-and-seconds.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './Entrance.module.css'
import { useCountdown } from './use-countdown.ts'

interface RepeatCodeProps {
  /** Seconds before the first repeat. */
  after: number
  /** Requests a new code. Gives the seconds before the next one. */
  repeat: () => Promise<number>
  /** The message once the new code has been sent. */
  done?: string
}

/** «Прислать код ещё раз», no earlier than the server allows. */
export function RepeatCode({
  after,
  repeat,
  done = 'Новый код отправлен. Прежний больше не действует.',
}: RepeatCodeProps) {
  const { left, restart } = useCountdown(after)
  const [said, setSaid] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wait from the server restarts the countdown
  useEffect(() => restart(after), [after])
  const asking = useMutation({
    mutationFn: repeat,
    onSuccess: (next) => {
      restart(next)
      setSaid(done)
    },
    onError: (error) => setSaid(failureText(error)),
  })
  return (
    <div className={styles.repeat}>
      {left > 0 ? (
        <p>Новый код можно запросить через {minutesAndSeconds(left)}</p>
      ) : (
        <Button kind="quiet" size="s" flush pending={asking.isPending} onClick={() => asking.mutate()}>
          Прислать код ещё раз
        </Button>
      )}
      <p aria-live="polite">{said}</p>
    </div>
  )
}
