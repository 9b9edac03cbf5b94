import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { Competition } from '#web/seasons/competitions/queries.ts'
import styles from './Bookings.module.css'

/** Shown when the address has no competition and the person takes part in none or in several. */
export function OwnCompetitions({ competitions }: { competitions: Competition[] }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Очные мероприятия" />
        {competitions.length > 0 && <p className={styles.lead}>Выберите конкурс, на мероприятие которого идёте.</p>}
      </header>
      {competitions.length === 0 ? (
        <EmptyState
          title="Вы пока не участвуете в конкурсах"
          action={
            <PortalLinkButton kind="secondary" to="/">
              К списку конкурсов
            </PortalLinkButton>
          }
        >
          Записаться на очное мероприятие могут участники.
        </EmptyState>
      ) : (
        <ul className={styles.events} aria-label="Ваши конкурсы">
          {competitions.map(({ code, title }) => (
            <Card key={code} as="li" look="press">
              <Heading level={2} size={3}>
                <PortalLink to="/offline-event-booking" search={{ competition: code }} data-stretch>
                  {title}
                </PortalLink>
              </Heading>
            </Card>
          ))}
        </ul>
      )}
    </div>
  )
}
