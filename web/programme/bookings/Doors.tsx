import { outOf } from '#shared/platform/text/unbroken.ts'
import { showDate } from '#shared/platform/time/moscow.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { toDate } from '#web/stages/StagePath/deadline.ts'
import styles from './Door.module.css'
import type { ListedDoor } from './queries.ts'

/** The events for which this person is a host at the door, the next one first. */
export function Doors({ doors }: { doors: readonly ListedDoor[] }) {
  if (doors.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="doors">
      <Heading level={2} size={3} id="doors">
        Вход на мероприятия
      </Heading>
      <p className={styles.quiet}>
        Откройте список на своём устройстве заранее, пока есть связь: у входа он работает и без неё.
      </p>
      <ul className={styles.section}>
        {doors.map((door) => (
          <Card key={door.stage_id} as="li" look="press">
            <p className={styles.quiet}>{door.competition_title}</p>
            <Heading level={3} size={4}>
              <PortalLink to={`/desk/doors/${door.stage_id}`} data-stretch>
                {door.title}
              </PortalLink>
            </Heading>
            <p className={styles.quiet}>
              <Facts of={[daysOf(door), door.address, `пришли ${outOf(door.attended, door.booked)}`]} />
            </p>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function daysOf({ first_slot, last_slot }: ListedDoor): string {
  if (!first_slot || !last_slot) return ''
  const [first, last] = [showDate(toDate(first_slot)), showDate(toDate(last_slot))]
  return first === last ? first : `${first} — ${last}`
}
