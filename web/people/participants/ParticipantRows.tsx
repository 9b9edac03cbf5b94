import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import styles from '#web/platform/ui/LinkedRows.module.css'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { Listed } from './queries.ts'

/** People in a list, each with a link to the person's page. */
export function ParticipantRows({ competition, people }: { competition: string; people: readonly Listed[] }) {
  return (
    <ul className={styles.rows}>
      {people.map((person) => (
        <li key={person.test_id} className={styles.row}>
          <PortalLink to={`/admin/${competition}/people/${person.test_id}`} data-stretch className={styles.name}>
            <bdi>{person.name}</bdi>
          </PortalLink>
          <span className={styles.facts}>
            <Facts of={factsOf(person)} />
          </span>
          <Sign person={person} />
        </li>
      ))}
    </ul>
  )
}

function factsOf({ test_id, region, track, joined_at }: Listed) {
  const joined = parseWire(joined_at)
  return [idNumber(test_id), region, track, joined && `заявка ${showDate(joined)}`]
}

function Sign({ person: { disqualified, finalist, supporter } }: { person: Listed }) {
  if (disqualified) return <StatusBadge look="trouble">Отстранён</StatusBadge>
  if (finalist) return <StatusBadge look="done">Финалист</StatusBadge>
  if (supporter) return <StatusBadge look="neutral">Сторонник</StatusBadge>
  return null
}
