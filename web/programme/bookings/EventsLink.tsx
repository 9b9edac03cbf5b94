import { useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import styles from './Bookings.module.css'
import { eventPath, eventsQuery } from './queries.ts'
import { whenWords } from './slot-words.ts'

/** A link to the events when there are any for this person; nothing while loading. */
export function EventsLink({ competition }: { competition: string }) {
  const { data } = useQuery({ ...eventsQuery(competition, 1), enabled: competition !== '' })
  const [first, ...others] = data?.offline_events ?? []
  if (!first) return null
  const place =
    others.length > 0 ? { to: '/offline-event-booking', search: { competition } } : eventPath(competition, first.id)
  const own = data?.offline_events.find(({ own_slot }) => own_slot && !own_slot.begun)
  return (
    <Card as="section" look="press" className={styles.event}>
      <Heading level={2} size={3}>
        <PortalLink {...place} data-stretch>
          Очные мероприятия
        </PortalLink>
      </Heading>
      <p className={styles.quiet}>
        {own?.own_slot ? (
          <Moments text={`Вы записаны: ${quoted(own.title)}, ${whenWords(own.own_slot.start_time)}`} />
        ) : first.booking === 'open' && !first.own_slot ? (
          `${quoted(first.title)}: выберите удобное время`
        ) : (
          `${quoted(first.title)}`
        )}
      </p>
    </Card>
  )
}
