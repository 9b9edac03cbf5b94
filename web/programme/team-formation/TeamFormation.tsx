import { useLocation } from '@tanstack/react-router'
import { trackPath } from '#shared/stages/addresses.ts'
import type { StageDetails } from '#web/stages/queries.ts'
import { teamOfAddress } from '#web/stages/stage.ts'
import { useInviteCode, useStageAddress } from '#web/stages/use-stage-address.ts'
import { TeamList } from './TeamList.tsx'
import { TeamPage } from './TeamPage.tsx'

interface TeamFormationProps {
  competition: string
  track: string
  stage: StageDetails
  /** The team that the person is in. */
  ownTeam: number | null
}

/** The list, a team that the address names, or the person's own team. */
export function TeamFormation({ competition, track, stage, ownTeam }: TeamFormationProps) {
  const address = useStageAddress()
  const code = useInviteCode()
  const listed = useLocation().pathname.endsWith('/list')
  const named = teamOfAddress(address.team)
  const base = `${trackPath(competition, track)}/stages/teams_forming`
  const shown = listed ? null : (named ?? ownTeam)
  if (shown === null) return <TeamList stage={stage} base={base} />
  return <TeamPage key={shown} teamId={shown} stage={stage} base={base} code={code} />
}
