import { outOf } from '#shared/platform/text/unbroken.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Seats } from '#web/programme/regional-teams/Seats.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { ComeIn } from './ComeIn.tsx'
import { type Team, useTeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'
import { TeamHead } from './TeamHead.tsx'
import { seatOf } from './TeamSeats.tsx'

interface OtherTeamProps {
  team: Team
  stage: StageDetails
  base: string
  code: string
}

/** A team for people outside it: what they can do, who is in it, and what it says about itself. */
export function OtherTeam({ team, stage, base, code }: OtherTeamProps) {
  const changing = useTeamChange()
  return (
    <div className={styles.page}>
      <TeamHead team={team} stage={stage} eyebrow="Команда" />
      <ComeIn team={team} code={code} base={base} changing={changing} />
      <Seats
        label={`Состав: ${outOf(team.members.length, team.size.max)}`}
        seats={team.members.map((member) => seatOf(member, false))}
        free={team.places_left}
      />
      {team.about !== '' && <p className={styles.lead}>{team.about}</p>}
      <p>
        <PortalLink alone to={`${base}/list`}>
          Все команды
        </PortalLink>
      </p>
    </div>
  )
}
