import { useEffect, useRef, useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { NotificationPage } from './queries.ts'

/** Announces to screen readers what arrived since the last poll. What was there at the beginning is not announced. */
export function NewOnes({ page }: { page: NotificationPage | undefined }) {
  const newest = useRef<number | null>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!page) return
    const before = newest.current
    newest.current = Math.max(before ?? 0, ...page.notifications.map(({ id }) => id))
    if (before === null) return
    const come = page.notifications.filter(({ id }) => id > before)
    const [first] = come
    if (!first) return
    setWords(
      come.length === 1
        ? `Новое уведомление: ${first.title}`
        : counted(come.length, 'новое уведомление', 'новых уведомления', 'новых уведомлений'),
    )
  }, [page])
  // The attribute keeps the region audible while a dialog hides the rest of the page.
  return (
    <VisuallyHidden role="status" data-live-announcer="true">
      {words}
    </VisuallyHidden>
  )
}
