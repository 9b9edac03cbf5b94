import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { competitionsQuery } from '#web/competitions/queries.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { BookingDialog, type Intent } from './BookingDialog.tsx'
import styles from './Bookings.module.css'
import { EventFailed } from './EventFailed.tsx'
import { useHeadingFocus } from './focus-heading.ts'
import { OwnPlace } from './OwnPlace.tsx'
import { eventSlotsQuery, type OfflineEvent, type Slot } from './queries.ts'
import { SlotGroups } from './SlotGroups.tsx'

/** One event: where and when, the person's own slot, and the slots to choose from. */
export function EventView({ event: id }: { event: number }) {
  const queries = useQueryClient()
  const [intent, setIntent] = useState<Intent | null>(null)
  const [said, setSaid] = useState('')
  const own = useRef<HTMLDivElement>(null)
  const query = useInfiniteQuery(eventSlotsQuery(id))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const event = data?.pages.at(-1)?.offline_event
  const slots = data?.pages.flatMap((page) => page.slots) ?? []
  // The pressed button is gone by then, so the result takes the focus.
  useEffect(() => {
    if (said) own.current?.focus()
  }, [said])

  useHeadingFocus(`event ${id}`, event !== undefined || error !== null)

  async function changed(words: string) {
    await queries.invalidateQueries({ queryKey: ['offline-events'] })
    await refetch()
    setIntent(null)
    setSaid(words)
  }

  if (!event)
    return (
      <div className={styles.page}>
        <PageHeading title="Очное мероприятие" />
        <QueryStates
          of={[query]}
          loading="Загружаем расписание…"
          failed="Не удалось загрузить мероприятие"
          lines={6}
          height="4.5rem"
          failure={() => <EventFailed error={error} onRepeat={() => void refetch()} />}
        >
          {() => null}
        </QueryStates>
      </div>
    )
  return (
    <div className={styles.page}>
      <EventHead event={event} />
      <div ref={own} tabIndex={-1} className={styles.own}>
        <OwnPlace event={event} said={said} onCancel={(slot) => ask({ what: 'cancel', slot })} />
      </div>
      {error && (
        <Notice tone="warning" role="alert">
          Не удалось обновить расписание: число мест могло измениться.
        </Notice>
      )}
      {slots.length === 0 ? (
        <EmptyState title="Расписание ещё не составлено">Время появится здесь, как только его назначат.</EmptyState>
      ) : (
        <SlotGroups
          event={event}
          slots={slots}
          onChoose={(slot: Slot) => ask({ what: event.own_slot ? 'move' : 'book', slot })}
        />
      )}
      {hasNextPage && (
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
    </div>
  )

  function ask(next: Intent) {
    setSaid('')
    setIntent(next)
  }
}

function EventHead({ event }: { event: OfflineEvent }) {
  const { data: competitions = [] } = useQuery(competitionsQuery)
  const competition = competitions.find(({ code }) => code === event.competition_code)
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <PortalLink alone to={`/${event.competition_code}`}>
          {competition ? `К конкурсу «${competition.title}»` : 'К конкурсу'}
        </PortalLink>
        <PortalLink alone to="/offline-event-booking" search={{ competition: event.competition_code }}>
          Все мероприятия
        </PortalLink>
      </p>
      <PageHeading title={event.title} />
      <p className={styles.address}>{event.address}</p>
      {event.description && <p className={styles.lead}>{event.description}</p>}
      <p className={styles.quiet}>{windowWords(event)}</p>
    </header>
  )
}

/** Until when a slot can be booked, or why not now. */
function windowWords({ booking, opens_at, closes_at }: OfflineEvent): string {
  const [opens, closes] = [opens_at, closes_at].map((wire) => {
    const moment = wire && parseWire(wire)
    return moment ? showDateTime(moment) : ''
  })
  const zone = 'Время везде московское.'
  if (booking === 'not_yet') return `Запись откроется ${opens}. ${zone}`
  if (booking === 'closed') return `Запись закрылась ${closes}. ${zone}`
  if (booking === 'not_allowed') return `Записаться нельзя: ваше участие в конкурсе приостановлено. ${zone}`
  return closes ? `Выбрать и изменить время можно до ${closes}. ${zone}` : zone
}
