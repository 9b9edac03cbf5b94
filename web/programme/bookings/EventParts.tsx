import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { BookingDialog, type Intent } from './BookingDialog.tsx'
import styles from './Bookings.module.css'
import { OwnPlace } from './OwnPlace.tsx'
import { eventSlotsQuery, type OfflineEvent, type Slot } from './queries.ts'
import { SlotGroups } from './SlotGroups.tsx'
import { Venue } from './Venue.tsx'

/** The person's own place, what to know of the venue, and the slots to choose from. */
export function EventParts({ event }: { event: OfflineEvent }) {
  const queries = useQueryClient()
  const [intent, setIntent] = useState<Intent | null>(null)
  const [said, setSaid] = useState('')
  const own = useRef<HTMLDivElement>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    eventSlotsQuery(event.id),
  )
  const slots = data?.pages.flatMap((page) => page.slots) ?? []
  // The pressed button is gone by then, so the result takes the focus.
  useEffect(() => {
    if (said) own.current?.focus()
  }, [said])

  async function changed(words: string) {
    await queries.invalidateQueries({ queryKey: ['offline-events'] })
    if (event.stage_id !== null) await queries.invalidateQueries({ queryKey: ['stage'] })
    await refetch()
    setIntent(null)
    setSaid(words)
  }
  const ask = (next: Intent) => {
    setSaid('')
    setIntent(next)
  }

  return (
    <>
      <div ref={own} tabIndex={-1} className={styles.own}>
        <OwnPlace event={event} said={said} onAsk={ask} onEnded={() => void refetch()} />
      </div>
      {error && (
        <Notice tone="warning" role="alert">
          Не удалось обновить расписание: число мест могло измениться.
        </Notice>
      )}
      {/* A cancelled event shows nothing about the way to it. */}
      {event.cancelled === null && <Venue event={event} />}
      {event.cancelled !== null ? null : slots.length === 0 ? (
        <EmptyState title="Расписание ещё не составлено">Время появится здесь, как только его назначат.</EmptyState>
      ) : (
        <SlotGroups event={event} slots={slots} onChoose={(slot: Slot, what) => ask({ what, slot })} />
      )}
      {hasNextPage && event.cancelled === null && (
        <p>
          <Button kind="secondary" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Показать ещё
          </Button>
        </p>
      )}
      {intent && (
        <BookingDialog
          event={event}
          intent={intent}
          onClose={() => setIntent(null)}
          onDone={changed}
          onRefused={() => void refetch()}
        />
      )}
    </>
  )
}
