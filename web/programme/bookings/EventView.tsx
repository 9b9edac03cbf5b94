import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { competitionsQuery } from '#web/seasons/competitions/queries.ts'
import styles from './Bookings.module.css'
import { EventFailed } from './EventFailed.tsx'
import { EventParts } from './EventParts.tsx'
import { useHeadingFocus } from './focus-heading.ts'
import { eventSlotsQuery, type OfflineEvent } from './queries.ts'

/** One event: where and when, the person's own slot, and the slots to choose from. */
export function EventView({ event: id }: { event: number }) {
  const query = useInfiniteQuery(eventSlotsQuery(id))
  const { data, error, refetch } = query
  const event = data?.pages.at(-1)?.offline_event
  useHeadingFocus(`event ${id}`, event !== undefined || error !== null)
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
      <EventParts event={event} />
    </div>
  )
}

function EventHead({ event }: { event: OfflineEvent }) {
  const { data: competitions = [] } = useQuery(competitionsQuery)
  const competition = competitions.find(({ code }) => code === event.competition_code)
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <PortalLink alone to={`/${event.competition_code}`}>
          {competition ? `К конкурсу ${quoted(competition.title)}` : 'К конкурсу'}
        </PortalLink>
        <PortalLink alone to="/offline-event-booking" search={{ competition: event.competition_code }}>
          Все мероприятия
        </PortalLink>
      </p>
      <PageHeading title={event.title} />
      <p className={styles.address}>{event.address}</p>
      {event.description && <p className={styles.lead}>{event.description}</p>}
      {event.cancelled === null && (
        <p className={styles.quiet}>
          <Moments text={windowWords(event)} />
        </p>
      )}
    </header>
  )
}

/** Until when a slot can be booked, or why not now. */
export function windowWords({ booking, opens_at, closes_at, why, cancelled, venue }: OfflineEvent): string {
  const [opens, closes] = [opens_at, closes_at].map((wire) => {
    const moment = wire && parseWire(wire)
    return moment ? showDateTime(moment) : ''
  })
  const zone =
    venue.zone === 'Europe/Moscow' ? 'Время везде московское.' : 'Время московское, рядом — по часам площадки.'
  if (cancelled !== null) return ''
  if (why !== '') return `Записаться нельзя. ${why.replace(/\.$/, '')}. ${zone}`
  if (booking === 'not_yet') return `Запись откроется ${opens}. ${zone}`
  if (booking === 'closed') return `Запись закрылась ${closes}. ${zone}`
  if (booking === 'not_allowed') return `Записаться нельзя: ваше участие в конкурсе приостановлено. ${zone}`
  return closes ? `Выбрать и изменить время можно до ${closes}. ${zone}` : zone
}
