import { fullName } from '#shared/people/full-name.ts'
import { teamAction } from '#shared/teams/team-action.ts'
import { counted } from '#shared/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { OwnTeamMembers } from './OwnTeamMembers.tsx'
import type { GroupTeam } from './queries.ts'
import styles from './Teams.module.css'

interface TeamCardProps {
  team: GroupTeam
  competition: string
  mayChange: boolean
  pending: boolean
  onAct: () => void
}

/** A team with its people and what can be done with it. */
export function TeamCard({ team, competition, mayChange, pending, onAct }: TeamCardProps) {
  const { name, members, places_left: left, my_team: own } = team
  const action = teamAction(team)
  return (
    <Card as="li" className={own ? styles.own : ''}>
      <div className={styles.head}>
        <Heading level={3} size={3} className={styles.name}>
          {name}
        </Heading>
        {own && <StatusBadge look="done">Ваша команда</StatusBadge>}
        {action === 'no_place' && <StatusBadge look="shut">Нет мест</StatusBadge>}
      </div>
      {own ? (
        <OwnTeamMembers competition={competition} members={members} />
      ) : members.length === 0 ? (
        <p className={styles.quiet}>Пока никого нет</p>
      ) : (
        <ul className={styles.people} aria-label="Участники">
          {members.map((person) => (
            <li key={person.user_id}>{fullName(person)}</li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <span className={styles.quiet}>{left > 0 ? placesWords(left) : `Участников: ${members.length}`}</span>
        {/* One button for both: after joining the focus stays on it. */}
        {mayChange && action !== 'no_place' && (
          <Button kind={own ? 'quiet' : 'secondary'} size="s" pending={pending} onClick={onAct}>
            {own ? 'Выйти' : 'Вступить'}
            <VisuallyHidden>
              {own ? ' из команды' : ' в команду'} «{name}»
            </VisuallyHidden>
          </Button>
        )}
      </div>
    </Card>
  )
}

const placesWords = (left: number) => `Ещё ${counted(left, 'место', 'места', 'мест')}`
