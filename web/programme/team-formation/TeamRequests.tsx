import { useQuery } from '@tanstack/react-query'
import { fullName } from '#shared/platform/names/full-name.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { PersonLine } from '#web/programme/regional-teams/PersonLine.tsx'
import { profileQuery, removeMember, settleMember, type Team, type TeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

/** For the captain: who asks to join, with what they tell about themselves. */
export function TeamRequests({ team, changing }: { team: Team; changing: TeamChange }) {
  const { requests } = team
  return (
    <Panel title={`Просятся к вам · ${requests.length}`}>
      <ul className={styles.people}>
        {requests.map((person) => (
          <Request key={person.user_id} person={person} team={team} changing={changing} />
        ))}
      </ul>
    </Panel>
  )
}

interface RequestProps {
  person: Team['requests'][number]
  team: Team
  changing: TeamChange
}

function Request({ person, team, changing: { pending, change } }: RequestProps) {
  const { data: profile } = useQuery(profileQuery(person.user_id))
  const name = fullName(person)
  return (
    <PersonLine person={{ ...profile, ...person }}>
      <Button
        kind="secondary"
        size="s"
        disabled={team.places_left === 0}
        pending={pending === `take-${person.user_id}`}
        onClick={() =>
          change(
            `take-${person.user_id}`,
            () => settleMember(team.team_id, person.user_id, 'member'),
            `${name} теперь в команде`,
          )
        }
      >
        Принять
        <VisuallyHidden>
          : <bdi>{name}</bdi>
        </VisuallyHidden>
      </Button>
      <Button
        kind="quiet"
        size="s"
        pending={pending === `refuse-${person.user_id}`}
        onClick={() =>
          change(`refuse-${person.user_id}`, () => removeMember(team.team_id, person.user_id), 'Заявка отклонена')
        }
      >
        Отклонить
        <VisuallyHidden>
          : <bdi>{name}</bdi>
        </VisuallyHidden>
      </Button>
    </PersonLine>
  )
}
