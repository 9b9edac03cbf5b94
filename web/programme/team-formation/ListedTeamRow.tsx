import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { TeamRow } from '#web/programme/regional-teams/TeamRow.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { ListedTeam } from './queries.ts'

/** A team on the list; the row leads to its page. */
export function ListedTeamRow({ team, base }: { team: ListedTeam; base: string }) {
  const { team_id, name, members, places_left, my_team: own } = team
  return (
    <TeamRow
      name={
        <PortalLink to={own ? base : `${base}/${team_id}`} data-stretch>
          <bdi>{name}</bdi>
        </PortalLink>
      }
      members={members}
      left={places_left}
      own={own}
      badge={<Standing team={team} />}
    />
  )
}

function Standing({ team: { my_team: own, standing, places_left: left, takes_requests } }: { team: ListedTeam }) {
  if (own) return <StatusBadge look="done">Ваша команда</StatusBadge>
  if (standing === 'requested') return <StatusBadge look="waiting">Заявка подана</StatusBadge>
  if (standing === 'invited') return <StatusBadge look="due">Вас зовут</StatusBadge>
  if (left === 0) return <StatusBadge look="shut">Нет мест</StatusBadge>
  return takes_requests ? (
    <StatusBadge look="waiting">Принимает заявки</StatusBadge>
  ) : (
    <StatusBadge look="neutral">Только по коду</StatusBadge>
  )
}
