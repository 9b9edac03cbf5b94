import { useQuery } from '@tanstack/react-query'
import { fullName } from '#shared/platform/names/full-name.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { download } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { QrCode } from '#web/platform/ui/QrCode.tsx'
import styles from './Bookings.module.css'
import type { OfflineEvent } from './queries.ts'
import { whenAtVenue } from './slot-words.ts'

/** What is shown at the door. The host sees the name, so a ticket is of no use to anybody else. */
export function Ticket({ ticket, event }: { ticket: string; event: OfflineEvent }) {
  const { data: profile } = useQuery(profileQuery)
  const name = profile ? fullName(profile) : ''
  return (
    <section className={styles.ticket} aria-labelledby="ticket">
      <QrCode text={ticket} label="QR-код билета" />
      <div className={styles.ask}>
        <Heading level={2} size={4} id="ticket">
          Ваш билет
        </Heading>
        {event.own && (
          <p className={styles.paper}>
            <Moments text={whenAtVenue(event.own.start_time, event.venue.zone)} />
          </p>
        )}
        {name !== '' && (
          <p>
            <b>
              <bdi>{name}</bdi>
            </b>
          </p>
        )}
        <p>
          Покажите код на входе и возьмите документ: билет именной, передать его нельзя. Встреча длится{' '}
          {counted(event.minutes, 'минуту', 'минуты', 'минут')}.
          {event.attendance && ' Этап засчитают, когда вас отметят на входе.'}
        </p>
        <p className={styles.quiet}>
          Если код не читается, назовите свой ID: <b>{profile?.id}</b>
        </p>
        <p>
          <Button
            kind="secondary"
            size="s"
            onClick={() => void download('GET /offline_events/:id/calendar', { params: { id: event.id } })}
          >
            Добавить в календарь
          </Button>
        </p>
      </div>
    </section>
  )
}
