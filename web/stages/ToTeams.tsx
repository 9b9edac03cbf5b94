import { trackPath } from '#shared/stages/addresses.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'

/** The way to the teams of a track, for somebody who has none where a team is needed. */
export const ToTeams = ({ competition, track }: { competition: string; track: string }) => (
  <PortalLink to={`${trackPath(competition, track)}/stages/teams_forming`}>К командам</PortalLink>
)
