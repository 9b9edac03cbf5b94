import { fullName } from '#shared/people/full-name.ts'
import { counted } from '#shared/time/plural.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import type { ListedTeam } from './queries.ts'
import styles from './TeamFormation.module.css'

/** A team on the list; its name leads to its page. */
export function ListedTeamCard({ team, base, max }: { team: ListedTeam; base: string; max: number }) {
  const { name, members, places_left: left, my_team: own, standing } = team
  return (
    <Card as="li" look="press" className={`${styles.listed} ${own ? styles.own : ''}`}>
      <Heading level={3} size={3} className={styles.name}>
        <PortalLink to={own ? base : `${base}/${team.team_id}`} data-stretch>
          {name}
        </PortalLink>
      </Heading>
      <p className={styles.badges}>
        {own && <StatusBadge look="done">Ваша команда</StatusBadge>}
        {standing === 'requested' && <StatusBadge look="waiting">Заявка подана</StatusBadge>}
        {standing === 'invited' && <StatusBadge look="due">Вас зовут</StatusBadge>}
        {!own && standing === null && left === 0 && <StatusBadge look="shut">Нет мест</StatusBadge>}
        {!own && standing === null && left > 0 && (
          <StatusBadge look={team.takes_requests ? 'due' : 'neutral'}>
            {team.takes_requests ? 'Принимает заявки' : 'Только по коду'}
          </StatusBadge>
        )}
      </p>
      <p className={styles.people}>{members.map(fullName).join(', ')}</p>
      <p className={styles.quiet}>
        {members.length} из {max}
        {left > 0 && `, ещё ${counted(left, 'место', 'места', 'мест')}`}
      </p>
    </Card>
  )
}
