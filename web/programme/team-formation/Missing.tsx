import BellRing from 'lucide-react/icons/bell-ring'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { showMoscowTime } from '#shared/platform/time/moscow.ts'
import { trackPath } from '#shared/stages/addresses.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { toDate } from '#web/stages/StagePath/deadline.ts'
import { useStageAddress } from '#web/stages/use-stage-address.ts'
import { remindMember, type Team, type TeamChange, type TeamMember } from './queries.ts'
import styles from './TeamFormation.module.css'

interface MissingProps {
  team: Team
  state: NonNullable<Team['completeness']>
  stage: StageDetails
  changing: TeamChange
}

/**
 * What still keeps the team from being complete: the reader's own part leads to the stages, the others are reminded.
 */
export function Missing({ team, state, stage, changing }: MissingProps) {
  if (state.complete) return <AllThere team={team} stage={stage} />
  const late = team.members.filter(({ lacks }) => lacks.length > 0)
  const ofPeople = new Set(late.flatMap((member) => member.lacks.map((lack) => `${formalName(member)}: ${lack}`)))
  return (
    <ul className={styles.lacks}>
      {state.lines
        .filter((line) => !ofPeople.has(line))
        .map((line) => (
          <li key={line}>
            <Circle aria-hidden="true" />
            <span>{line}</span>
          </li>
        ))}
      {late.map((member) => (
        <li key={member.user_id}>
          <Circle aria-hidden="true" />
          {member.me ? <OwnPart member={member} /> : <Late team={team} member={member} changing={changing} />}
        </li>
      ))}
    </ul>
  )
}

function OwnPart({ member }: { member: TeamMember }) {
  const { competition, track } = useStageAddress()
  return (
    <span>
      Вы: {member.lacks.join('; ')}. <PortalLink to={trackPath(competition, track)}>К моим этапам</PortalLink>
    </span>
  )
}

function Late({ team, member, changing }: Pick<MissingProps, 'team' | 'changing'> & { member: TeamMember }) {
  const name = `remind-${member.user_id}`
  const remind = () =>
    changing.change(name, () => remindMember(team.team_id, member.user_id), `Мы написали: ${fullName(member)}`)
  return (
    <span className={styles.late}>
      <span>
        <bdi>{formalName(member)}</bdi>: {member.lacks.join('; ')}
      </span>
      {member.can_remind && (
        <Button
          kind="secondary"
          size="s"
          icon={<BellRing aria-hidden="true" />}
          pending={changing.pending === name}
          aria-label={`Напомнить: ${fullName(member)}`}
          onClick={() => void remind()}
        >
          Напомнить
        </Button>
      )}
    </span>
  )
}

function AllThere({ team, stage }: Pick<MissingProps, 'team' | 'stage'>) {
  return (
    <ul className={styles.lacks}>
      <li data-met>
        <Check aria-hidden="true" />
        <span>Людей достаточно, и все выполнили условия этапа.</span>
      </li>
      {team.may_change && stage.end_date && (
        <li>
          <Circle aria-hidden="true" />
          <span>
            Состав можно менять до <Moments text={showMoscowTime(toDate(stage.end_date))} />.
          </span>
        </li>
      )}
    </ul>
  )
}
