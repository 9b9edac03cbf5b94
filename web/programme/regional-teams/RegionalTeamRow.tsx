import { quoted } from '#shared/platform/text/quoted.ts'
import { teamAction } from '#shared/programme/regional-teams/team-action.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { GroupTeam } from './queries.ts'
import { TeamRow } from './TeamRow.tsx'

interface RegionalTeamRowProps {
  team: GroupTeam
  mayChange: boolean
  pending: boolean
  onAct: () => void
}

/** A team of the region with its people and what can be done with it. */
export function RegionalTeamRow({ team, mayChange, pending, onAct }: RegionalTeamRowProps) {
  const { name, members, places_left: left, my_team: own } = team
  const action = teamAction(team)
  return (
    <TeamRow
      name={name}
      members={members}
      left={left}
      own={own}
      badge={
        own ? (
          <StatusBadge look="done">Ваша команда</StatusBadge>
        ) : (
          action === 'no_place' && <StatusBadge look="shut">Нет мест</StatusBadge>
        )
      }
    >
      {/* One button for both: after joining the focus stays on it. */}
      {mayChange && action !== 'no_place' && (
        <Button kind={own ? 'quiet' : 'secondary'} size="s" pending={pending} onClick={onAct}>
          {own ? 'Выйти' : 'Вступить'}
          <VisuallyHidden>
            {own ? ' из команды' : ' в команду'} {quoted(name)}
          </VisuallyHidden>
        </Button>
      )}
    </TeamRow>
  )
}
