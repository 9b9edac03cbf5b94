import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Participants.module.css'
import type { Listed } from './queries.ts'

/** People in a table, each with a link to the person's page. */
export function ParticipantRows({ competition, people }: { competition: string; people: readonly Listed[] }) {
  return (
    <DataTable
      label="Участники"
      rows={people}
      keyOf={({ test_id }) => test_id}
      columns={[
        {
          title: 'Участник',
          width: 30,
          cell: (person) => (
            <span className={styles.who}>
              <PortalLink alone to={`/admin/${competition}/people/${person.test_id}`} className={styles.name}>
                <bdi>{person.name}</bdi>
              </PortalLink>
              <Sign person={person} />
            </span>
          ),
        },
        { title: 'ID', width: 8, cell: ({ test_id }) => test_id },
        { title: 'Регион', cell: ({ region }) => region, none: ({ region }) => !region },
        { title: 'Трек', cell: ({ track }) => track, none: ({ track }) => !track },
        { title: 'Заявка', width: 12, cell: ({ joined_at }) => dayOf(joined_at), none: ({ joined_at }) => !joined_at },
      ]}
    />
  )
}

function dayOf(wire: string) {
  const joined = parseWire(wire)
  return joined && showDate(joined)
}

function Sign({ person: { disqualified, finalist, supporter } }: { person: Listed }) {
  if (disqualified) return <StatusBadge look="trouble">Отстранён</StatusBadge>
  if (finalist) return <StatusBadge look="done">Финалист</StatusBadge>
  if (supporter) return <StatusBadge look="neutral">Сторонник</StatusBadge>
  return null
}
