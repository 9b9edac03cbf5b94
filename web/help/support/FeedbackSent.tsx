import { useEffect, useRef } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { SupportRequest } from './queries.ts'
import styles from './Support.module.css'

/** The number of the request, and what happens next. */
export function FeedbackSent({ request, onMore }: { request: SupportRequest; onMore: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={styles.sent}>
      <Heading level={3} size={2} ref={title} tabIndex={-1}>
        Номер обращения — {request.id}
      </Heading>
      <p>
        Мы прочитаем его и ответим на <b>{request.email}</b>. Ответ появится и на этой странице, а в колокольчике придёт
        уведомление.
      </p>
      <p className={styles.quiet}>Если письма долго нет, загляните в папку «Спам».</p>
      <p className={styles.actions}>
        <Button kind="secondary" onClick={onMore}>
          Написать ещё
        </Button>
      </p>
    </div>
  )
}
