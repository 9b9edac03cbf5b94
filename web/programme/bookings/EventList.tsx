import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDate, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Bookings.module.css'
import { EventFailed } from './EventFailed.tsx'
import { useHeadingFocus } from './focus-heading.ts'
import { eventPath, eventsPage, eventsQuery, type ListedEvent } from './queries.ts'
import { placesWords, whenWords } from './slot-words.ts'

/** The events of a competition that this person can book. */
export function EventList({ competition, title }: { competition: string; title: string }) {
  const list = useList('events', {})
  const query = useQuery({ ...eventsQuery(competition, list.asked.page), placeholderData: keepPreviousData })
  useHeadingFocus(`list ${competition}`, true)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.way}>
          <PortalLink alone to={`/${competition}`}>
            К конкурсу {quoted(title)}
          </PortalLink>
        </p>
        <PageHeading title="Очные мероприятия" />
      </header>
      <PagedList
        of={query}
        list={list}
        size={eventsPage}
        loading="Загружаем мероприятия…"
        failed="Не удалось загрузить мероприятие"
        lines={3}
        height="8rem"
        failure={(error) => <EventFailed error={error} onRepeat={() => void query.refetch()} />}
        empty={
          <EmptyState
            title="Мероприятий для записи пока нет"
            action={
              <PortalLinkButton kind="secondary" to={`/${competition}`}>
                К конкурсу
              </PortalLinkButton>
            }
          >
            Когда организаторы назначат даты, они появятся здесь.
          </EmptyState>
        }
      >
        {(data) => (
          <ul className={styles.events} aria-label="Мероприятия">
            {data.offline_events.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

function EventCard({ event }: { event: ListedEvent }) {
  return (
    <Card as="li" look="press" className={styles.event}>
      <div className={styles.title}>
        <Heading level={2} size={3}>
          <PortalLink {...eventPath(event.competition_code, event.id)} data-stretch>
            {event.title}
          </PortalLink>
        </Heading>
        {event.own_slot && <StatusBadge look="done">Вы записаны</StatusBadge>}
      </div>
      <p>{event.address}</p>
      <p className={styles.quiet}>
        <Moments text={aboutEvent(event)} />
      </p>
    </Card>
  )
}

function aboutEvent(event: ListedEvent): string {
  if (event.own_slot) return `Ваше время: ${whenWords(event.own_slot.start_time)} по Москве`
  const [first, last] = [event.first_slot, event.last_slot].map((wire) => {
    const moment = wire && parseWire(wire)
    return moment ? showDate(moment) : ''
  })
  const days = first === last ? `${first}` : `С ${first} по ${last}`
  const opens = event.opens_at && parseWire(event.opens_at)
  const about = {
    open: placesWords(event.places_left),
    not_yet: opens ? `Запись откроется ${showMoscowTime(opens)}` : '',
    closed: 'Запись закрыта',
    not_allowed: 'Запись вам недоступна',
  }[event.booking]
  return [days, about].filter(Boolean).join('. ')
}
